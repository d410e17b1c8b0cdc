#!/bin/sh
# After an installation or an upgrade, as root. Nothing in it may fail the installation.
set -u

program='/opt/${sanitizedProductName}/${executable}'
sandbox='/opt/${sanitizedProductName}/chrome-sandbox'
profile='/opt/${sanitizedProductName}/resources/apparmor-profile'
loaded='/etc/apparmor.d/${executable}'

# Where the system keeps user namespaces from programs (Ubuntu 24.04), a profile that was loaded allows them to this one.
# Where it cannot be loaded, the sandbox's helper is used, and needs to be root's. Whether namespaces work is not tried
# out here: for root they always do.
has_profile=no
if command -v apparmor_parser >/dev/null 2>&1 && command -v aa-enabled >/dev/null 2>&1; then
  # Parsers before 4.0 do not know the profile's rule; their systems do not need it.
  if apparmor_parser --skip-kernel-load --skip-cache "$profile" >/dev/null 2>&1; then
    cp -f "$profile" "$loaded" && chmod 0644 "$loaded"
    # In a root for images there is no kernel to load it into; the system that is started from it does.
    if aa-enabled --quiet >/dev/null 2>&1 && apparmor_parser --replace --write-cache --skip-read-cache "$loaded" >/dev/null 2>&1; then
      has_profile=yes
    fi
  fi
fi
chown root:root "$sandbox" 2>/dev/null || true
if [ "$has_profile" = yes ]; then chmod 0755 "$sandbox"; else chmod 4755 "$sandbox"; fi || true

# As the packaged file for tmpfiles.d has it for the next starts of the system: only root writes what all desks are asked,
# and the desks of all users answer beside it.
install -d -o root -g root -m 0755 /run/carrel && install -d -o root -g root -m 1777 /run/carrel/desks || true

if command -v update-mime-database >/dev/null 2>&1; then update-mime-database /usr/share/mime || true; fi
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then gtk-update-icon-cache -q /usr/share/icons/hicolor || true; fi
[ -x "$program" ] || echo "${executable}: $program is missing" >&2
exit 0
