# Part of prove-container.sh: conversions of each category that the image offers, by `convertd convert` in a container; every
# output is looked at by a program of this machine that did not write it. What the image leaves out is refused.
# shellcheck shell=bash disable=SC2154

install -d -o "$user" -g "$user" "$data/in"
fixtures=$root/fixtures
cp "$fixtures"/{image/landscape.jpg,document/report.docx,cad/plan-2000.dwg,ebook/voyage.epub,inputs/abc.txt} "$data/in/"
ffmpeg -nostdin -loglevel error -f lavfi -i sine=frequency=440:duration=3 -ac 2 "$data/in/tone.wav"
ffmpeg -nostdin -loglevel error -f lavfi -i testsrc=duration=2:rate=25:size=160x120 -i "$data/in/tone.wav" -shortest -pix_fmt yuv420p \
  "$data/in/film.mp4"
head -c 300000 /dev/urandom >"$data/in/noise.bin"
heif-enc "$data/in/landscape.jpg" -o "$data/in/landscape.heic" >/dev/null

offered=$(field "$work/image.json" Env CATEGORIES)
offers() { [ -z "$offered" ] || [[ ,$offered, == *,$1,* ]]; }
error_codes() { python3 -c 'import json, sys
for error in json.loads(open(sys.argv[1]).read().splitlines()[-1])["errors"]: print(error["code"])' "$1"; }

# made INPUT CATEGORY/TARGET [option of convert …]: the path of the output
made() {
  local input=$1 target=$2
  shift 2
  rm -rf "$data/out"
  convertd convert "/data/in/$input" "$target" "$@" --output /data/out --json >"$work/report" 2>"$work/said" \
    || { tail -c 2000 "$work/report" "$work/said" >&2; fail "$input to $target"; }
  find "$data/out" -type f
}

# dB, on average
volume_of() { ffmpeg -nostdin -i "$1" -af volumedetect -f null - 2>&1 | sed -n 's/.*mean_volume: \(-*[0-9]*\).*/\1/p'; }

if offers audio; then
  file=$(made tone.wav audio/mp3)
  [ "$(stat -c %u "$file")" = "$user" ] || fail 'the output belongs to another user'
  seconds=$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$file")
  [ "$(ffprobe -v error -show_entries stream=codec_name -of csv=p=0 "$file" | head -1)" = mp3 ] || fail 'not an mp3'
  awk -v s="$seconds" 'BEGIN { exit !(s > 2.95 && s < 3.1) }' || fail "the mp3 is $seconds s long instead of 3"
  # Of opencore-amr and Opus, which share the name of a function, both must do what they do.
  for target in amr opus; do
    volume=$(volume_of "$(made tone.wav "audio/$target")")
    [ "$volume" -gt -40 ] || fail "the tone as $target is silent: $volume dB"
  done
  volume=$(volume_of "$(made abc.txt audio/mp3 -o language_tts=en-GB)")
  [ "$volume" -gt -50 ] || fail "the text that was read aloud is silent: $volume dB"
  pass "audio: wav to mp3 (ffprobe: mp3, $seconds s), amr and opus, a text read aloud (ffmpeg: $volume dB)"
fi
if offers video; then
  file=$(made film.mp4 video/webm)
  kinds=$(ffprobe -v error -show_entries stream=codec_type -of csv=p=0 "$file" | sort | xargs)
  [ "$kinds" = 'audio video' ] || fail "the webm has $kinds"
  frames=$(ffprobe -v error -count_frames -select_streams v -show_entries stream=nb_read_frames -of csv=p=0 "$file")
  [ "$frames" = 50 ] || fail "the webm has $frames pictures instead of 50"
  pass "video: mp4 to webm (ffprobe: sound and $frames pictures)"
fi
if offers archive; then
  file=$(made noise.bin archive/zip)
  unzip -p "$file" noise.bin | cmp - "$data/in/noise.bin" || fail 'the zip does not hold what was put in'
  pass 'archive: a zip (unzip: the same bytes)'
fi
if offers hash; then
  file=$(made noise.bin hash/sha256)
  grep -qF "$(sha256sum "$data/in/noise.bin" | cut -d' ' -f1)" "$file" || fail 'the digest is wrong'
  pass 'hash: sha256 (sha256sum: the same digest)'
fi
if offers image; then
  size=$(ffprobe -v error -show_entries stream=width,height -of csv=p=0 "$data/in/landscape.jpg")
  file=$(made landscape.heic image/jpg)
  [ "$(ffprobe -v error -show_entries stream=codec_name,width,height -of csv=p=0 "$file")" = "mjpeg,$size" ] || fail 'not the jpg'
  file=$(made landscape.jpg image/svg)
  rsvg-convert "$file" -o "$work/drawing.png" || fail 'the svg cannot be drawn'
  [ "$(ffprobe -v error -show_entries stream=width,height -of csv=p=0 "$work/drawing.png")" = "$size" ] || fail 'the svg has another size'
  file=$(made landscape.jpg image/heic)
  heif-convert "$file" "$work/again.png" >/dev/null || fail 'the heic cannot be read'
  file=$(made plan-2000.dwg image/png)
  colours=$(python3-system -c 'import sys, PIL.Image as i; print(len(i.open(sys.argv[1]).convert("RGB").getcolors(1 << 24)))' "$file")
  [ "$colours" -gt 1 ] || fail 'the picture of the drawing is empty'
  pass "image: heic to jpg (ffprobe: ${size/,/ x }), jpg to svg (rsvg-convert), jpg to heic (heif-convert), dwg to png (Pillow: $colours colours)"
fi
if offers document; then
  file=$(made report.docx document/pdf)
  pdftotext "$file" - | grep -qF 'Quarterly report' || fail 'the text is not in the pdf'
  pass 'document: docx to pdf (pdftotext: its heading)'
fi
if offers cad; then
  file=$(made plan-2000.dwg cad/dxf)
  entities=$(python3-system -c 'import sys, ezdxf; print(len(ezdxf.readfile(sys.argv[1]).modelspace()))' "$file")
  [ "$entities" -gt 1 ] || fail 'the dxf is empty'
  pass "cad: dwg to dxf (ezdxf: $entities entities)"
fi
if offers ebook; then
  file=$(made voyage.epub ebook/fb2)
  python3 -c 'import sys, xml.etree.ElementTree as tree; root = tree.parse(sys.argv[1]).getroot()
assert root.tag.endswith("FictionBook") and "like a sleeping animal" in "".join(root.itertext())' "$file" || fail 'not the book'
  file=$(made voyage.epub ebook/azw3)
  [ "$(head -c 68 "$file" | tail -c 8)" = BOOKMOBI ] || fail 'not an azw3'
  pass 'ebook: epub to fb2 (an XML parser: its text) and azw3 (its mark)'
fi
if offers metadata; then
  file=$(made landscape.jpg metadata/json)
  size=$(ffprobe -v error -show_entries stream=width,height -of csv=p=0 "$data/in/landscape.jpg")
  found=$(python3 -c 'import json, sys; image = json.load(open(sys.argv[1]))["image"]
print(image["width_pixels"], image["height_pixels"], sep=",")' "$file")
  [ "$found" = "$size" ] || fail "the picture is $size, and its metadata say $found"
  pass "metadata: of a jpg (ffprobe: ${size/,/ x })"
fi
if offers operation; then
  file=$(made report.docx operation/thumbnail -o width=100)
  [ "$(ffprobe -v error -show_entries stream=codec_name,width -of csv=p=0 "$file")" = png,100 ] || fail 'not the thumbnail'
  pass 'operation: a thumbnail of a docx (ffprobe: png, 100 pixels wide)'
fi
for target in audio/mp3 archive/zip hash/md5 image/png document/pdf cad/dxf ebook/epub metadata/json operation/thumbnail video/webm; do
  offers "${target%/*}" && continue
  if convertd convert /data/in/abc.txt "$target" --output /data/out --json >"$work/report" 2>/dev/null; then fail "$target is not left out"; fi
  [ "$(error_codes "$work/report")" = engine_unavailable ] || fail "$target is refused otherwise: $(cat "$work/report")"
  pass "${target%/*}: left out, and refused as engine_unavailable"
done
[ -z "$(left_over)" ] || fail 'a work folder was left'
