#!/usr/bin/env bash
# Builds ffmpeg and ffprobe from Debian's own source package, with nearly all of their libraries inside, so that they start in 3 ms
# of processor time instead of 85.
#
#   npm run ffmpeg [-- --to FOLDER] [--work FOLDER]
#
#   --to FOLDER     where it is installed; default: ffmpeg in $XDG_CACHE_HOME/convertd (~/.cache/convertd), where convertd looks
#                   for it. The other location that convertd knows is /usr/local/lib/convertd/ffmpeg
#   --work FOLDER   where it is built, 1.5 GB; default: a new folder in $TMPDIR, removed afterwards
#
# It takes minutes, and seconds where the packages of Debian have not changed since: run it again after a security update.
# Needs Debian 12 or 13, its package mirror, build-essential and pkgconf (or pkg-config). Nothing is installed on the machine:
# packages are fetched with lists of its own and unpacked in the work folder.
#
# A library comes into the programs where Debian ships it as an archive; the others are linked as usual (libdav1d, libSvtAv1Enc).
# HarfBuzz is compiled here, because Debian's brings glib with it. Without network, devices and hardware, which the sandbox
# forbids anyway.
set -euo pipefail
shopt -s inherit_errexit

# shellcheck disable=SC2054 # configure takes no commas here
LIBRARIES=(zlib bzlib lzma libmp3lame libopus libvorbis libspeex libtheora libtwolame libopencore-amrnb libopencore-amrwb
  libvo-amrwbenc libx264 libx265 libvpx libaom libsvtav1 libdav1d libzimg libwebp libass libfreetype libfribidi libfontconfig)
PACKAGES=(zlib1g-dev libbz2-dev liblzma-dev libmp3lame-dev libopus-dev libvorbis-dev libspeex-dev libtheora-dev libtwolame-dev
  libopencore-amrnb-dev libopencore-amrwb-dev libvo-amrwbenc-dev libx264-dev libx265-dev libnuma-dev libvpx-dev libaom-dev libsvtav1enc-dev
  libdav1d-dev libzimg-dev libwebp-dev libass-dev libfreetype-dev libfribidi-dev libfontconfig-dev)
# Encoders that the engines ask for by name.
ENCODERS=(libmp3lame libopus libvorbis libspeex libopencore_amrnb libvo_amrwbenc libx264 libx265 libvpx libvpx-vp9 libaom-av1
  libsvtav1 libtheora libwebp libwebp_anim aac ac3 eac3 alac flac wmav2 mpeg4 mjpeg gif apng jpegls qoi)

self=$(realpath "$0")
to='' work=''
while [ $# -gt 0 ]; do
  case $1 in
    --to) to=$(realpath -m "$2"); shift ;;
    --work) work=$(realpath -m "$2"); shift ;;
    *) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 2 ;;
  esac
  shift
done
# Not before: builds of images may have no home.
[ -n "$to" ] || to=${XDG_CACHE_HOME:-$HOME/.cache}/convertd/ffmpeg
say() { echo "ffmpeg: $*" >&2; }
die() { say "$*"; exit 1; }

for tool in apt-get apt-cache dpkg-deb; do command -v "$tool" >/dev/null || die "$tool is not here: this build is for Debian"; done
for tool in gcc g++ make objcopy pkg-config dpkg-source patch xz; do
  command -v "$tool" >/dev/null || die "$tool is missing: install the packages build-essential, pkgconf and xz-utils"
done
# shellcheck source=/dev/null
. /etc/os-release
triplet=$(gcc -print-multiarch)

made=''
[ -n "$work" ] || { work=$(mktemp -d "${TMPDIR:-/tmp}/convertd-ffmpeg-XXXXXX"); made=yes; }
mkdir -p "$work"
cd "$work"
log=$work/build.log
: >"$log"
finish() {
  local code=$?
  if [ "$code" != 0 ]; then
    tail -20 "$log" >&2
    say "failed; everything it said is in $log"
  elif [ -n "$made" ]; then rm -rf --one-file-system "$work"; fi
}
trap finish EXIT

# --- what Debian has now, by lists of our own -----------------------------------------------------------------------------

mkdir -p apt/lists/partial apt/cache/archives/partial apt/sources debs
for file in /etc/apt/sources.list.d/*.sources; do
  [ -e "$file" ] || continue
  # Of this release of Debian alone: other repositories may have no sources.
  awk -v RS= -v release="$VERSION_CODENAME" '"\n" $0 ~ "\nSuites:([^\n]* )?" release "([ \n-]|$)" { print $0 "\n" }' "$file" \
    | sed 's/^Types:.*/Types: deb deb-src/'
done >apt/sources/debian.sources
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
  [ -e "$file" ] || continue
  grep -E "^deb +(\[[^]]*\] +)?[^ ]+ +$VERSION_CODENAME([ -]|\$)" "$file" | sed 'p;s/^deb /deb-src /' || true
done >apt/sources/debian.list
apt=(-qq -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/apt/sources" -o "Dir::State::lists=$work/apt/lists"
  -o "Dir::Cache=$work/apt/cache" -o APT::Sandbox::User=root)
say "asking Debian $VERSION_CODENAME for its packages"
apt-get "${apt[@]}" update >>"$log" 2>&1 || die 'the lists of packages could not be fetched'

# The packages, the -dev packages that they depend on, and the libraries of each for what has no archive. HarfBuzz is made here.
closure() {
  local left=("$@") seen='' name
  while [ ${#left[@]} -gt 0 ]; do
    name=${left[0]} left=("${left[@]:1}")
    case " $seen " in *" $name "*) continue ;; esac
    seen+=" $name"
    case $name in *-dev) ;; *) continue ;; esac
    mapfile -t -O ${#left[@]} left < <(apt-cache "${apt[@]}" depends --important "$name" | sed -n 's/^  Depends: \(lib[^<>]*\|zlib[^<>]*\)$/\1/p' \
      | grep -vE '^lib(c6|c-dev|harfbuzz|glib|graphite|icu|x11)')
  done
  tr ' ' '\n' <<<"${seen# }" | sort
}
mapfile -t wanted < <(closure "${PACKAGES[@]}"; echo nasm)
version=$(apt-cache "${apt[@]}" showsrc ffmpeg | sed -n 's/^Version: //p' | sort -V | tail -1)
harfbuzz=$(apt-cache "${apt[@]}" showsrc harfbuzz | sed -n 's/^Version: //p' | sort -V | tail -1)
[ -n "$version" ] && [ -n "$harfbuzz" ] || die 'Debian offers no source of ffmpeg or HarfBuzz'
{
  echo "ffmpeg source $version"
  echo "harfbuzz source $harfbuzz"
  apt-cache "${apt[@]}" show --no-all-versions "${wanted[@]}" | awk '/^Package: /{ name = $2 } /^Version: /{ print name, $2 }' | sort -u
  echo "script $(sha256sum <"$self" | cut -c1-16)"
} >packages.txt
if cmp -s packages.txt "$to/packages.txt" && "$to/ffmpeg" -version >/dev/null 2>&1 && "$to/ffprobe" -version >/dev/null 2>&1; then
  say "$to is up to date: ffmpeg $version"
  exit 0
fi

# --- the libraries, in a root of our own ----------------------------------------------------------------------------------

say "fetching ffmpeg $version, HarfBuzz $harfbuzz and ${#wanted[@]} packages of libraries"
(cd debs && apt-get "${apt[@]}" download "${wanted[@]}") >>"$log" 2>&1 || die 'packages could not be fetched'
for package in ffmpeg="$version" harfbuzz="$harfbuzz"; do
  apt-get "${apt[@]}" source --download-only "$package" >>"$log" 2>&1 || die "the source of $package could not be fetched"
done
root=$work/root
rm -rf "$root" ffmpeg harfbuzz
mkdir -p "$root"
for package in "$work"/debs/*.deb; do dpkg-deb -x "$package" "$root"; done
libraries=$root/usr/lib/$triplet
# A library that is there as an archive is not linked otherwise.
for archive in "$libraries"/*.a; do rm -f "${archive%.a}.so"; done
# Older packages keep them in /lib.
[ ! -d "$root/lib/$triplet" ] || [ -L "$root/lib" ] || cp -an "$root/lib/$triplet/." "$libraries/"
for file in "$libraries"/pkgconfig/*.pc "$root"/usr/share/pkgconfig/*.pc; do
  [ ! -e "$file" ] || sed -i "s#\(^[a-z_]*=\|-[IL]\)/usr#\1$root/usr#g" "$file"
done
# Opus 1.5 (Debian 13) and opencore-amr each have a function of this name, for themselves alone.
objcopy --redefine-sym preemphasis=amrnb_preemphasis "$libraries/libopencore-amrnb.a"
dpkg-source -x harfbuzz_*.dsc harfbuzz >>"$log" 2>&1
dpkg-source -x ffmpeg_*.dsc ffmpeg >>"$log" 2>&1
export PKG_CONFIG_LIBDIR=$libraries/pkgconfig:$root/usr/share/pkgconfig PATH=$root/usr/bin:$PATH

say 'compiling HarfBuzz'
freetype=$(pkg-config --cflags freetype2)
# shellcheck disable=SC2086 # several words
g++ -O2 -fPIC -fstack-protector-strong -DHAVE_FREETYPE -DHB_NO_MT -fno-exceptions -fno-rtti $freetype -c harfbuzz/src/harfbuzz.cc \
  -o harfbuzz.o >>"$log" 2>&1
ar rcs "$libraries/libharfbuzz.a" harfbuzz.o
install -d "$root/usr/include/harfbuzz"
install -m 644 harfbuzz/src/hb*.h "$root/usr/include/harfbuzz/"
cat >"$libraries/pkgconfig/harfbuzz.pc" <<PC
Name: harfbuzz
Description: text shaping
Version: ${harfbuzz%%[+-]*}
Requires: freetype2
Libs: -L$libraries -lharfbuzz
Libs.private: -lstdc++ -lm
Cflags: -I$root/usr/include/harfbuzz
PC
rm -f "$libraries"/libharfbuzz.so

# --- ffmpeg itself --------------------------------------------------------------------------------------------------------

cd ffmpeg
flags=("${LIBRARIES[@]/#/--enable-}")
if ./configure --help | grep -q -- --enable-libharfbuzz; then flags+=(--enable-libharfbuzz); fi
say 'configuring ffmpeg'
upstream=${version#*:}
./configure --prefix=/usr --extra-version="${upstream##*-}" --toolchain=hardened --pkg-config-flags=--static \
  --extra-cflags="-I$root/usr/include" --extra-ldflags="-L$libraries" --extra-libs='-lstdc++ -lm -lpthread' \
  --disable-doc --disable-debug --disable-autodetect --disable-ffplay --disable-devices --enable-indev=lavfi \
  --disable-network --disable-hwaccels --enable-gpl --enable-version3 "${flags[@]}" >>"$log" 2>&1 \
  || { tail -20 ffbuild/config.log >>"$log"; die 'configure failed'; }
say "compiling ffmpeg on $(nproc) cores, some minutes"
make -j"$(nproc)" ffmpeg ffprobe >>"$log" 2>&1 || die 'make failed'

# --- looked at, then put where it belongs ---------------------------------------------------------------------------------

# The libraries that are not inside may be missing here, as in a stage of a Dockerfile: those of the root have the same versions.
built() { LD_LIBRARY_PATH=$libraries "$@"; }
have=$(built ./ffmpeg -hide_banner -encoders 2>>"$log")
for encoder in "${ENCODERS[@]}"; do
  grep -qE "^ [VA][.A-Z]{5} $encoder " <<<"$have" || die "the build came out without the encoder $encoder"
done
built ./ffmpeg -v error -f lavfi -i sine=duration=1 -f wav - 2>>"$log" | built ./ffprobe -v error -show_streams - 2>>"$log" \
  | grep -qx codec_name=pcm_s16le || die 'the build does not work'
# Libraries that are not inside, where Debian installs them: convertd does not use a build whose libraries are missing.
built ldd ./ffmpeg | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p' | sed "s#^$libraries/#/usr/lib/$triplet/#" | sort >../libraries.txt
new=$(mktemp -d "$(mkdir -p "$(dirname "$to")" && dirname "$to")/.ffmpeg-XXXXXX")
install -m 755 ffmpeg ffprobe "$new/"
install -m 644 ../packages.txt ../libraries.txt "$new/"
install -m 644 COPYING.GPLv3 "$new/LICENSE"
chmod 755 "$new"
old=$to.old-$$
[ ! -e "$to" ] || mv "$to" "$old"
mv "$new" "$to"
rm -rf --one-file-system "$old"
say "installed ffmpeg $upstream in $to ($(du -sm "$to" | cut -f1) MB); linked as usual: $(sed 's#.*/##' "$to/libraries.txt" | tr '\n' ' ')"
