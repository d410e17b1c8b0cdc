#!/bin/sh
# After a removal, as root; also after the files of the version before went, in an upgrade. Nothing in it may fail.
set -u

# deb says `remove` or `purge`, and `upgrade` where a newer version is there already; rpm says how many are left.
case "${1:-}" in
  remove | purge | 0) ;;
  *) exit 0 ;;
esac

loaded='/etc/apparmor.d/${executable}'
if [ -f "$loaded" ]; then
  if command -v aa-enabled >/dev/null 2>&1 && aa-enabled --quiet >/dev/null 2>&1; then
    apparmor_parser --remove "$loaded" >/dev/null 2>&1 || true
  fi
  rm -f "$loaded"
fi

# What desks and installers said to each other; gone with the next start of the system anyway.
rm -rf /run/carrel

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi

# What a desk recorded is its library's. It is never removed here, and whoever removes the program is told where it is.
if [ "${1:-}" != purge ]; then
  echo 'Carrel: what each user recorded is kept, in the folder .config/Carrel of their home (journal.sqlite and beside it).'
  getent passwd | cut -d: -f6 | sort -u | while read -r home; do
    if [ -f "$home/.config/Carrel/journal.sqlite" ]; then echo "Carrel: kept: $home/.config/Carrel/journal.sqlite"; fi
  done
fi
exit 0
