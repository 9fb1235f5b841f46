#!/bin/sh
# Goes one version back: sudo systemd/return.sh
# Evenings stay.  Should the newer version have changed the journal's form, the backup from before the update is
# opened, and the newer journal is kept aside (see `table-companion backup --list`).
set -eu
. "$(dirname "$0")/common.sh"
need_root
only_one
go_back
start_and_ask || die "It does not start: see 'journalctl -u $service'."
