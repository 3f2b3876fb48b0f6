#!/usr/bin/env bash
# Proves the Dockerfile where no container engine runs.
#
#   scripts/prove-container.sh [trixie|bookworm] [--variant full|office|media|slim] [--cache FOLDER] [--seccomp FILE] [--keep]
#                              [--again FOLDER]
#
# Replays the Dockerfile in a clean Debian made by debootstrap, then starts the image as Docker does by default with
# `--read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges`: the user of the image, tini as process 1,
# own mount, process and IPC namespace, no capability in any set, and Docker's own default seccomp profile, which forbids
# new namespaces. Every check that something is refused has a control where it is not.
#
#   --variant NAME   which of the Dockerfile's variants; default full
#   --cache FOLDER   where the clean Debian is kept for the next run; default /var/cache/convertd-prove
#   --seccomp FILE   another profile than the one of the Docker that this Debian ships
#   --keep           leave the work folder (with the image) and say where it is
#   --again FOLDER   prove the image that --keep left there, without another replay; it stays
#
# Needs root, network, debootstrap, curl, iproute2, npm, and what `npm run setup` installs: the npm packages of the lock file, and
# the Debian packages that look at outputs; with rabbitmq-server it also runs a worker. Nothing is installed on the machine itself; mounts are in namespaces of
# their own and end with the processes in them.
set -euo pipefail
shopt -s inherit_errexit
here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$here")

release=trixie variant=full again='' cache=/var/cache/convertd-prove profile='' keep=''
while [ $# -gt 0 ]; do
  case $1 in
    trixie | bookworm) release=$1 ;;
    --variant) variant=$2; shift ;;
    --again) again=$(readlink -f "$2"); keep=yes; shift ;;
    --cache) cache=$2; shift ;;
    --seccomp) profile=$(readlink -f "$2"); shift ;;
    --keep) keep=yes ;;
    *) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "$0"; exit 2 ;;
  esac
  shift
done
[ "$(id -u)" = 0 ] || { echo 'prove-container: needs root, for debootstrap, mounts and namespaces' >&2; exit 2; }
for tool in debootstrap mount unshare nsenter ip python3 curl npm ffmpeg ffprobe unzip heif-enc heif-convert rsvg-convert pdftotext; do
  command -v "$tool" >/dev/null || { echo "prove-container: $tool is not installed" >&2; exit 2; }
done
# All mounts of the replay live in this namespace of the script itself.
if [ -z "${CONVERTD_PROVE_INSIDE:-}" ]; then
  words=("$release" --variant "$variant" --cache "$cache"); [ -z "$again" ] || words+=(--again "$again"); [ -z "$profile" ] || words+=(--seccomp "$profile"); [ -z "$keep" ] || words+=(--keep)
  CONVERTD_PROVE_INSIDE=yes exec unshare --mount --propagation private "$0" "${words[@]}"
fi

work=${again:-$(mktemp -d "${TMPDIR:-/tmp}/convertd-prove-XXXXXX")}
broker='' worker='' container='' passed=0
finish() {
  local code=$?
  [ -z "$container" ] || kill -KILL "$container" 2>/dev/null || true
  [ -z "$worker" ] || kill -KILL "$worker" 2>/dev/null || true
  [ -z "$broker" ] || stop_broker || true
  # A mount that is still there would be emptied with the folder.
  awk -v folder="$work/" 'index($5, folder) == 1 { print $5 }' /proc/self/mountinfo | sort -r \
    | xargs -r -n1 umount --lazy || true
  if [ -n "$keep" ]; then echo "kept: $work"; else rm -rf --one-file-system "$work"; fi
  [ "$code" = 0 ] || echo "prove-container: FAILED on $release" >&2
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

pass() { passed=$((passed + 1)); echo "ok    $*"; }
fail() { echo "FAIL  $*" >&2; exit 1; }

# --- a clean Debian with Node, as the official image node:24-<release>-slim is -------------------------------------------

base=$cache/$release
make_base() {
  mkdir -p "$cache"
  debootstrap --variant=minbase "$release" "$base.new" http://deb.debian.org/debian >"$work/debootstrap.log" 2>&1 \
    || { tail -5 "$work/debootstrap.log" >&2; fail 'debootstrap'; }
  rm -f "$base.new/etc/apt/sources.list" "$base.new"/var/cache/apt/archives/*.deb
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n\n' \
    http://deb.debian.org/debian "$release $release-updates" \
    http://deb.debian.org/debian-security "$release-security" >"$base.new/etc/apt/sources.list.d/debian.sources"
  # The slim images leave these out, of the base and of every package: an engine must not need them.
  printf 'path-exclude /usr/share/%s/*\n' doc groff info lintian linda locale man >"$base.new/etc/dpkg/dpkg.cfg.d/slim"
  for part in doc groff info lintian linda locale man; do find "$base.new/usr/share/$part" -mindepth 1 -delete 2>/dev/null || true; done
  install -D "$root/node_modules/node/bin/node" "$base.new/usr/local/bin/node"
  mkdir -p "$base.new/usr/local/lib/node_modules"
  # <npm>/bin/npm-cli.js is what `npm` links to.
  cp -a "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" "$base.new/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$base.new/usr/local/bin/npm"
  mv "$base.new" "$base"
}
rm -rf --one-file-system "$base.new"
[ -d "$base" ] || make_base
# Docker's default profile as Debian packages it with the sources of its Docker.
if [ -z "$profile" ]; then
  profile=$cache/$release-seccomp.json
  if [ ! -s "$profile" ]; then
    cp /etc/resolv.conf "$base/etc/resolv.conf"
    chroot "$base" sh -c 'cd /tmp && apt-get update -qq && apt-get download -qq golang-github-docker-docker-dev' >/dev/null 2>&1 \
      || fail "could not fetch Docker's default seccomp profile; give one with --seccomp"
    dpkg-deb --fsys-tarfile "$base"/tmp/golang-github-docker-docker-dev_*.deb \
      | tar -xO ./usr/share/gocode/src/github.com/docker/docker/profiles/seccomp/default.json >"$profile"
    rm -rf "$base"/tmp/*.deb "$base"/var/lib/apt/lists/*
  fi
fi

# --- the image ------------------------------------------------------------------------------------------------------------

[ -n "$again" ] || python3 "$here/container/replay_dockerfile.py" --context "$root" --base "$base" --work "$work" \
  --report "$work/image.json" "DEBIAN=$release" "VARIANT=$variant" 2>"$work/build.log" || { tail -30 "$work/build.log" >&2; fail 'the Dockerfile could not be replayed'; }
pass "Dockerfile replayed, variant $variant: $(grep -c '^--- ' "$work/build.log") instructions, image $(du -sxm "$work/image" | cut -f1) MB" \
  "(the clean Debian with Node is $(du -sxm "$base" | cut -f1) MB of it)"

python3 "$here/container/image_sizes.py" --image "$work/image" --base "$base" | sed 's/^/      /'

field() { python3 -c 'import json, sys; value = json.load(open(sys.argv[1]))
for key in sys.argv[2:]: value = value[key]
print(*(value if isinstance(value, list) else [value]), sep="\n")' "$@"; }
mapfile -t entrypoint < <(field "$work/image.json" ENTRYPOINT)
mapfile -t cmd < <(field "$work/image.json" CMD)
mapfile -t health < <(field "$work/image.json" HEALTHCHECK)
user=$(field "$work/image.json" USER | cut -d: -f1)
mapfile -t environment < <(python3 -c 'import json, sys
for pair in json.load(open(sys.argv[1]))["Env"].items(): print("--env", "=".join(pair), sep="\n")' "$work/image.json")
[ "$(field "$work/image.json" STOPSIGNAL)" = SIGTERM ] || fail 'the stop signal is not SIGTERM'

# The volume. It belongs to the image's user, as Docker makes a new volume.
data=$work/data
rm -rf "$data"
install -d -o "$user" -g "$user" "$data"
cp "$here/container/probe-sandbox.ts" "$work/image/opt/convertd/scripts/container/"

# contained [option of enter.py …] -- program argument …: one container; --seccomp and the environment are given here.
contained() {
  local options=()
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  [[ " ${options[*]} " == *' --seccomp '* ]] || options+=(--seccomp "$profile")
  timeout 120 unshare --mount --pid --ipc --uts --fork --kill-child python3 "$here/container/enter.py" \
    --root "$work/image" --bind "$data:/data" --user "$user" "${environment[@]}" "${options[@]}" "$@"
}
convertd() { contained -- "${entrypoint[@]}" "$@"; }
# Debian's own, which has the modules that look at outputs.
python3-system() { /usr/bin/python3 "$@"; }
# Whatever work folders of tasks still hold; the folder for uploads stays, empty.
left_over() { find "$data/work" -mindepth 1 ! -path "$data/work/uploads" 2>/dev/null; }
# The process that a signal to the container reaches: the first below unshare.
first_process() {
  local child below children=()
  # It has no line end, and the process may have ended.
  { read -ra children <"/proc/$1/task/$1/children"; } 2>/dev/null || true
  for child in "${children[@]}"; do
    if [ "$(cat "/proc/$child/comm" 2>/dev/null)" = tini ]; then echo "$child"; return; fi
    below=$(first_process "$child"); [ -z "$below" ] || { echo "$below"; return; }
  done
}

python3 - "$work/image/opt/convertd/versions.json" "$release" "$work/image.json" <<'PYTHON' || fail 'versions.json'
import json, sys
versions = json.load(open(sys.argv[1]))
offered = json.load(open(sys.argv[3]))["Env"]["CATEGORIES"]
known = "archive audio cad document ebook hash image metadata operation video".split()
assert sorted(versions["engines"]) == (offered.split(",") if offered else known), versions["engines"].keys()
assert "python3" in versions["packages"] and versions["packages"]["tini"], versions
packages = (f"{name} {version}" for name, version in versions["packages"].items())
print("      " + versions["os"], "node " + versions["node"], *packages, sep=", ")
PYTHON
pass 'engine and package versions are recorded in /opt/convertd/versions.json'

# --- what the container is --------------------------------------------------------------------------------------------------

status=$(contained -- /usr/bin/tini -- /bin/grep -E '^(Uid|Gid|Groups|Cap[A-Z][a-z]+|NoNewPrivs|Seccomp|NSpid):' /proc/self/status)
for line in "Uid:	$user	$user	$user	$user" "Gid:	$user	$user	$user	$user" 'CapInh:	0000000000000000' 'CapPrm:	0000000000000000' \
  'CapEff:	0000000000000000' 'CapBnd:	0000000000000000' 'CapAmb:	0000000000000000' 'NoNewPrivs:	1' 'Seccomp:	2'; do
  grep -qxF "$line" <<<"$status" || fail "not as in a container: wanted $line in"$'\n'"$status"
done
[ "$(contained -- /usr/bin/tini -- /bin/cat /proc/1/comm)" = tini ] || fail 'process 1 is not tini'
pass "user $user, no capability in any set, no_new_privs, seccomp filter, tini is process 1"

if contained -- /usr/bin/touch /opt/convertd/new 2>/dev/null; then fail 'the root file system can be written'; fi
contained -- /usr/bin/touch /data/new /tmp/new || fail '/data or /tmp cannot be written'
pass 'root file system read-only; /data and /tmp writable'

# By the filter, and not by something else: the same without the filter succeeds.
contained --seccomp none -- /usr/bin/unshare --user --map-root-user --mount true \
  || fail 'control: a user namespace should be possible here without the filter (kernel.unprivileged_userns_clone? AppArmor?)'
if contained -- /usr/bin/unshare --user true 2>"$work/refused"; then fail "Docker's profile did not stop unshare"; fi
grep -q 'Operation not permitted' "$work/refused" || fail "unshare failed otherwise: $(cat "$work/refused")"
pass "namespaces are forbidden by Docker's default profile ($(basename "$profile")); without it the same user may make them"

# --- convertd in it -------------------------------------------------------------------------------------------------------

convertd doctor --json >"$data/doctor.json" || fail 'doctor finds no way to sandbox programs'
[ "$(field "$data/doctor.json" sandbox backend)" = landlock ] || fail 'doctor did not choose landlock'
field "$data/doctor.json" sandbox lines >"$work/lines"
grep -Eq '^bwrap: .*(No permissions|not permitted)' "$work/lines" \
  || fail "doctor does not tell that bwrap is impossible: $(cat "$work/lines")"
pass "doctor: landlock is chosen (ABI $(field "$data/doctor.json" sandbox landlockAbi));" \
  "$(grep -o '^bwrap: .*namespace' "$work/lines")"

node=/usr/local/bin/node probe=/opt/convertd/scripts/container/probe-sandbox.ts
[ "$(contained -- /usr/bin/tini -- "$node" "$probe")" = 'landlock refused read' ] \
  || fail 'a sandboxed program read a file of another task'
pass 'a sandboxed program cannot read another file; unsandboxed, the same program can'

# What docs/container.md says that bwrap needs.
by_bwrap() { contained --seccomp none --env SANDBOX=bwrap "$@" -- /usr/bin/tini -- "$node" "$probe"; }
[ "$(by_bwrap --unmasked)" = 'bwrap refused read' ] || fail 'bwrap does not work without the filter and with an unmasked /proc'
if by_bwrap >"$work/masked" 2>&1; then fail 'bwrap works with a masked /proc: correct docs/container.md'; fi
pass 'bwrap: works with seccomp=unconfined and systempaths=unconfined; seccomp=unconfined alone is not enough'

# --- conversions, and the service ------------------------------------------------------------------------------------------

# shellcheck source=container/prove-conversions.sh
. "$here/container/prove-conversions.sh"
# shellcheck source=container/prove-serve.sh
. "$here/container/prove-serve.sh"

# --- the worker -------------------------------------------------------------------------------------------------------------

if ! command -v rabbitmq-server >/dev/null; then
  echo 'not proved: the worker, because rabbitmq-server is not installed here'
else
  # shellcheck source=container/prove-worker.sh
  . "$here/container/prove-worker.sh"
fi
echo "proved on $release, variant $variant: $passed points"
