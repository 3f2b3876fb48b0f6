#!/usr/bin/env bash
# Converts a file of each category and looks at every output with `file`. Usage: scripts/try-image.sh [IMAGE]
# With the name of an image with docker's default restrictions; without one by the checkout. Categories that the image leaves out are not
# tried. More is proved by prove-container.sh.
set -euo pipefail
root=$(dirname "$(dirname "$(readlink -f "$0")")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$root"/fixtures/{image/landscape.jpg,document/report.docx,cad/plan-2000.dwg,ebook/voyage.epub,inputs/abc.txt,inputs/chime.wav} "$work"
mkdir "$work/out"
chmod -R a+rwX "$work"

convertd() {
  if [ -n "${IMAGE:-}" ]; then
    docker run --rm --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \
      --volume "$work:$work" --workdir "$work" "$IMAGE" "$@"
  else
    (cd "$work" && "$root/bin/convertd" "$@")
  fi
}
IMAGE=${1:-}
if [ -n "$IMAGE" ]; then
  # By its name, the image may be elsewhere yet.
  docker image inspect "$IMAGE" >/dev/null 2>&1 || docker pull --quiet "$IMAGE"
  CATEGORIES=$(docker image inspect --format '{{range .Config.Env}}{{println .}}{{end}}' "$IMAGE" | sed -n 's/^CATEGORIES=//p')
fi

# INPUT CATEGORY/TARGET NAME TYPE [option of convert…]: the output's name, and its MIME type as file(1) reads it
try() {
  local input=$1 target=$2 name=$3 type=$4
  shift 4
  case ",${CATEGORIES:-${target%/*}}," in *",${target%/*},"*) ;; *) return ;; esac
  convertd convert "$input" "$target" --output out "$@" >"$work/said" 2>&1 || { cat "$work/said" >&2; exit 1; }
  local found
  found=$(file --brief --mime-type "$work/out/$name")
  [ "$found" = "$type" ] || { echo "try-image: $target made $found, not $type" >&2; exit 1; }
  echo "ok $input to $target: $found"
}

try chime.wav audio/mp3 chime.mp3 audio/mpeg
try abc.txt audio/flac abc.flac audio/flac -o language_tts=en-GB
try abc.txt archive/7z abc.7z application/x-7z-compressed
try abc.txt hash/sha256 abc.sha256 text/plain
try landscape.jpg image/webp landscape.webp image/webp
try plan-2000.dwg image/png plan-2000.png image/png
try plan-2000.dwg cad/dxf plan-2000.dxf image/vnd.dxf
try report.docx document/pdf report.pdf application/pdf
try voyage.epub ebook/azw3 voyage.azw3 application/x-mobipocket-ebook
