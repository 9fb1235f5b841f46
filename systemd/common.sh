# shellcheck shell=sh
# What install.sh, return.sh and uninstall.sh share; sourced by them.  POSIX shell, run by root.
#
#   /opt/table-companion/versions/NAME    each installed version with its own environment
#   /opt/table-companion/current          the one that runs
#   /opt/table-companion/previous         the one before, for return.sh
#   /var/lib/table-companion              journal, backups, settings, pictures: never touched by a version change

service=table-companion
user=table-companion
place=/opt/table-companion
state=/var/lib/table-companion
units=/etc/systemd/system
avahi=/etc/avahi/services/table-companion.service
shortcut=/usr/local/bin/table-companion

say() { printf '%s\n' "$*" >&2; }

die() { say "$*"; exit 1; }

need_root() {
    [ "$(id -u)" = 0 ] || die "This changes the system.  Type: sudo $0"
}

# One change at a time.
only_one() {
    mkdir -p "$place"
    exec 9> "$place/.lock"
    flock -n 9 || die "Another installation is under way."
}

# Whether systemd runs this machine; in a container or an image that is being made it does not.
systemd_runs() { [ -d /run/systemd/system ] && command -v systemctl >/dev/null; }

# `companion` of a version, as the service's user and with its state folder.
as_service() {
    version=$1; shift
    runuser -u "$user" -- env HOME="$state" COMPANION_STATE="$state" "$version/.venv/bin/companion" "$@"
}

# The version that a link names, or nothing.
version_at() { readlink -e "$place/$1" || true; }

# Lets a link name a version, in one step.
point() {
    ln -sfn "$2" "$place/$1.new"
    mv -T "$place/$1.new" "$place/$1"
}

# Starts the service and waits until it says that it is ready, answers, and stays so.
start_and_ask() {
    if ! systemd_runs; then
        say "systemd does not run here: the service starts with the next start of this machine."
        return
    fi
    systemctl restart "$service" || return 1
    "$place/current/.venv/bin/python" "$place/current/systemd/ask.py" "$(as_service "$place/current" settings)" || return 1
    sleep 5
    systemctl is-active --quiet "$service"
}

stop_service() { if systemd_runs; then systemctl stop "$service" 2>/dev/null || true; fi; }

# One step back: the version before, with the newest backup that it can read if the newer one has changed the journal.
go_back() {
    before=$(version_at previous)
    newer=$(version_at current)
    [ -n "$before" ] || die "There is no version before this one."
    stop_service
    point current "$before"
    rm -f "$place/previous"
    as_service "$before" backup --fit || say "The journal was left as it is: see 'table-companion doctor'."
    install_units "$before"
    say "Back at ${before##*/}; ${newer##*/} is left in $newer."
}

# The service, its name in the network, and the command `table-companion`, as a version brings them.
install_units() {
    version=$1
    install -D -m 644 "$version/systemd/$service.service" "$units/$service.service"
    if [ "$(systemd_version)" -ge 254 ]; then
        install -D -m 644 "$version/systemd/backoff.conf" "$units/$service.service.d/backoff.conf"
    fi
    install -D -m 644 "$version/systemd/avahi.service" "$avahi"
    chown "$user" "$avahi"  # the companion writes its name and ports there
    install -D -m 755 "$version/systemd/table-companion" "$shortcut"
    mkdir -p "$units/multi-user.target.wants"
    ln -sfn "../$service.service" "$units/multi-user.target.wants/$service.service"
    if systemd_runs; then systemctl daemon-reload; fi
}

systemd_version() {
    { systemctl --version || systemd-analyze --version; } 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p' | grep . || echo 0
}
