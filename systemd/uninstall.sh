#!/bin/sh
# Takes the service and the program away: sudo systemd/uninstall.sh
# The evenings stay in /var/lib/table-companion, with the user whom they belong to.
set -eu
. "$(dirname "$0")/common.sh"
need_root
only_one
stop_service
rm -f "$units/$service.service" "$units/multi-user.target.wants/$service.service" "$avahi" "$shortcut"
rm -rf "$units/$service.service.d"
if systemd_runs; then systemctl daemon-reload; fi
rm -rf "$place"
say "The program is gone.  Evenings, settings and pictures are still in $state."
