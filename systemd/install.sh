#!/bin/sh
# Installs the table as a service on Raspberry Pi OS or Debian (Bookworm, Trixie; 64-bit), or updates it:
#   sudo systemd/install.sh
# A new version is made and tried beside the one that runs; should it not start, the one before comes back.
# It may be run again at any time.  `sudo systemd/return.sh` goes one version back.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
. "$source/systemd/common.sh"

# The files of the program, without what Python leaves beside them.
program_files() {
    find companion hardware web models/cards models/dice systemd pyproject.toml environment.sh README.md SECURITY.md LICENSE \
        CHANGELOG.md requirements-pi.lock -type f ! -path '*/__pycache__/*' | LC_ALL=C sort
}

name_of_version() {
    number=$(sed -n 's/^version = "\(.*\)"/\1/p' pyproject.toml | head -n 1)
    echo "$number-$(program_files | tr '\n' '\0' | xargs -0 sha256sum | sha256sum | cut -c 1-8)"
}

# What comes from apt: only what is missing, and of the rest only what this system has.
install_packages() {
    wanted="python3 python3-venv avahi-daemon"
    if grep -qs 'Raspberry Pi' /proc/device-tree/model; then wanted="$wanted python3-picamera2 python3-lgpio"; fi
    missing=
    for package in $wanted; do
        dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0
    say "Installing$missing ..."
    apt-get update -qq || say "apt cannot be reached; trying with what it knows."
    for package in $missing; do
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$package" >/dev/null ||
            die "$package cannot be installed.  Is this machine in the network?"
    done
}

# A user of its own, in the groups that the devices belong to, as far as they are there.
make_user() {
    getent passwd "$user" >/dev/null ||
        useradd --system --user-group --home-dir "$state" --no-create-home --shell /usr/sbin/nologin "$user"
    for group in gpio video render i2c; do
        if getent group "$group" >/dev/null; then usermod -aG "$group" "$user"; fi
    done
    install -d -o "$user" -g "$user" -m 750 "$state"
}

# The version with its environment in a folder of its own; `complete` says that it was not cut off.
make_version() (
    [ ! -e "$1/complete" ] || exit 0
    say "Making ${1##*/} ..."
    rm -rf "$1"
    mkdir -p "$1"
    program_files | tr '\n' '\0' | xargs -0 tar -cf - | tar -xf - -C "$1" --no-same-owner
    cd "$1"
    . ./environment.sh
    PYTHON=/usr/bin/python3  # apt's parts are seen from this one alone
    make_environment requirements-pi.lock  # everywhere: it brings https and the club too
    .venv/bin/python -m compileall -q companion hardware web
    chmod -R go+rX,go-w .
    touch complete
)

# A version that runs, reads, and plays a simulated table, all as the service's user.
try_version() {
    say "Trying ${1##*/} ..."
    as_service "$1" doctor processor environment parts models >&2 &&
        runuser -u "$user" -- env HOME="$state" "$1/.venv/bin/python" "$1/systemd/try_start.py" >&2
}

# Every version but the one that runs and the one before.
remove_old_versions() {
    for version in "$place"/versions/*; do
        case $version in
            "$(version_at current)" | "$(version_at previous)") ;;
            *) rm -rf "$version" ;;
        esac
    done
}

need_root
only_one
cd "$source"
umask 022
[ "$(dpkg --print-architecture)" = arm64 ] || [ "$(dpkg --print-architecture)" = amd64 ] ||
    die "This is no 64-bit system.  Write Raspberry Pi OS (64-bit) on the card."
install_packages
make_user
new=$place/versions/$(name_of_version)
old=$(version_at current)
older=$(version_at previous)
make_version "$new" </dev/null
try_version "$new" || die "The new version does not run here; nothing was changed.  It lies in $new."
if [ "$new" != "$old" ]; then
    as_service "$new" backup --update >&2 || die "No backup could be made; nothing was changed."
    [ -z "$old" ] || point previous "$old"
    point current "$new"
fi
install_units "$new"
if ! start_and_ask; then
    say "The new version does not start."
    if [ "$new" != "$old" ] && [ -n "$old" ]; then
        go_back
        [ -z "$older" ] || point previous "$older"
        start_and_ask || die "The version before does not start either: see 'journalctl -u $service'."
    fi
    exit 1
fi
remove_old_versions
say "Installed: ${new##*/}.  Ask 'table-companion doctor' how the machine is."
