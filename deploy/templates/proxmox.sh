#!/usr/bin/env bash
# Makes a container of Proxmox VE (LXC, unprivileged, Debian 13) with convertd, or upgrades the one of CTID. On the Proxmox host,
# with convertd.service beside this file:
#
#   git archive --prefix=convertd/ --output=convertd.tar.gz HEAD      # in a checkout, on any machine
#   bash proxmox.sh convertd.tar.gz                                   # on the host
#
# Variables: CTID, STORAGE, TEMPLATES (storage of templates), BRIDGE, CORES, MEMORY (MiB), DISK (GiB).
set -euo pipefail

archive=${1:?"Usage: bash proxmox.sh convertd.tar.gz"}
unit=$(dirname -- "$(readlink -f -- "$0")")/convertd.service
for file in "$archive" "$unit"; do
  [[ -r $file ]] || { echo "proxmox.sh: there is no $file" >&2; exit 1; }
done
command -v pct >/dev/null || { echo 'proxmox.sh: run this on a Proxmox host; there is no pct here' >&2; exit 1; }

id=${CTID:-$(pvesh get /cluster/nextid)}
templates=${TEMPLATES:-local}

if ! pct status "$id" >/dev/null 2>&1; then
  pveam update >/dev/null
  template=$(pveam available --section system | awk '$2 ~ /^debian-13-standard_/ { print $2 }' | sort --version-sort | tail -n 1)
  pveam list "$templates" | grep --quiet --fixed-strings "$template" || pveam download "$templates" "$template"
  # nesting: systemd of Debian 13 needs it.
  pct create "$id" "$templates:vztmpl/$template" --hostname convertd --unprivileged 1 --features nesting=1 --onboot 1 \
    --cores "${CORES:-2}" --memory "${MEMORY:-8192}" --swap 0 --rootfs "${STORAGE:-local-lvm}:${DISK:-20}" \
    --net0 "name=eth0,bridge=${BRIDGE:-vmbr0},ip=dhcp"
  pct start "$id"
fi

pct push "$id" "$archive" /root/convertd.tar.gz
pct push "$id" "$unit" /etc/systemd/system/convertd.service
pct exec "$id" -- sh -euc '
  for second in $(seq 60); do getent hosts deb.debian.org >/dev/null && break; sleep 1; done
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ca-certificates nodejs npm
  id convertd >/dev/null 2>&1 || useradd --system --home-dir /var/lib/convertd --shell /usr/sbin/nologin convertd
  systemctl stop convertd 2>/dev/null || true
  rm -rf /opt/convertd
  mkdir /opt/convertd
  tar --extract --gzip --file /root/convertd.tar.gz --strip-components 1 --directory /opt/convertd --no-same-owner
  cd /opt/convertd
  npm run setup -- $(ls engines)
  systemctl daemon-reload
  systemctl enable convertd
  systemctl restart convertd
  for second in $(seq 60); do journalctl --unit convertd --output cat | grep --quiet "^convertd serves" && break; sleep 1; done
  journalctl --unit convertd --output cat | grep "API key" | tail -n 1 || true
  echo "convertd is at http://$(hostname --all-ip-addresses | cut --delimiter " " --fields 1):8080"
'
