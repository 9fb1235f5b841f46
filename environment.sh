# shellcheck shell=sh
# Makes the project's own environment, .venv; sourced by ./start and ./check.  POSIX shell.
#
# `make_environment LOCK` installs what LOCK names, by hash, and this project.  It does nothing when that was done
# before.  With `uv` on the path it uses uv, else Python's own venv and pip.

say() { printf '%s\n' "$*" >&2; }

die() { say "$*"; exit 1; }

# The newest Python that is new enough.
find_python() {
    for python in "${PYTHON:-}" python3.13 python3.12 python3.11 python3; do
        [ -n "$python" ] || continue
        if "$python" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null; then
            command -v "$python"
            return
        fi
    done
    return 1
}

# apt, where this user may use it without being asked for a password.
apt_install() {
    command -v apt-get >/dev/null || return 1
    if [ "$(id -u)" = 0 ]; then as_root=; elif sudo -n true 2>/dev/null; then as_root="sudo -n"; else return 1; fi
    $as_root apt-get update -qq && $as_root env DEBIAN_FRONTEND=noninteractive \
        apt-get install -y -qq --no-install-recommends "$@" >&2
}

# On a Raspberry Pi picamera2 and lgpio come from apt, and are seen through the system's site packages.
on_a_pi() { grep -qs 'Raspberry Pi' /proc/device-tree/model; }

make_venv() {
    rm -rf .venv
    set --
    if on_a_pi; then set -- --system-site-packages; fi
    if command -v uv >/dev/null; then
        uv venv --quiet --python "$python" "$@" .venv
        return
    fi
    "$python" -m venv "$@" .venv >/dev/null 2>&1 && return
    say "This Python lacks venv; installing python3-venv ..."
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    apt_install "python$version-venv" || die "Type: sudo apt install python3-venv   and then the same command again."
    rm -rf .venv
    "$python" -m venv "$@" .venv
}

install_lock() {
    if command -v uv >/dev/null; then
        uv pip install --quiet --python .venv/bin/python --require-hashes -r "$1"
        uv pip install --quiet --python .venv/bin/python --no-deps --no-build-isolation --editable .
    else
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r "$1"
        .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
    fi
}

make_environment() {
    python=$(find_python) || die "Python 3.11, 3.12 or 3.13 is needed.  On Debian: sudo apt install python3 python3-venv"
    made_by="$("$python" -V) $PWD"
    if [ "$(cat .venv/made-by 2>/dev/null)" != "$made_by" ]; then
        say "Making .venv with $("$python" -V) (once; some minutes on a Pi) ..."
        make_venv
        printf '%s\n' "$made_by" > .venv/made-by
    fi
    wanted=$(cat "$1" pyproject.toml | sha256sum)
    [ "$(cat ".venv/has-$1" 2>/dev/null)" = "$wanted" ] && return
    say "Installing what $1 names ..."
    install_lock "$1"
    printf '%s\n' "$wanted" > ".venv/has-$1"
}
