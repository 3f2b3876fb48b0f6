# Part of prove-container.sh: the image's default command with nothing but its own settings, in a network of its own: the page,
# the reference, and a conversion over HTTP from the upload to the download.
# shellcheck shell=bash disable=SC2154

[ "${cmd[*]}" = serve ] || fail "the default command is not serve but ${cmd[*]}"
port=$(field "$work/image.json" Env PORT)
lives() { contained --network-of "$service" -- "${health[@]}"; }

wait_for_key() {
  local _
  for _ in $(seq 120); do
    kill -0 "$container" 2>/dev/null || { tail -5 "$work/serve.log" >&2; fail 'serve ended'; }
    key=$(grep -om1 'cvd_[A-Za-z0-9_-]*' "$work/serve.log" || true)
    service=$(first_process "$container")
    if [ -n "$key" ] && [ -n "$service" ] && asked /health/ready -o /dev/null; then return; fi
    sleep 0.5
  done
  tail -5 "$work/serve.log" >&2
  fail 'serve is not ready after 60 s'
}
asked() { nsenter --net="/proc/$service/ns/net" curl -sS --fail -m 20 "http://127.0.0.1:$port$1" "${@:2}" 2>"$work/curl"; }
of_job() { python3 -c 'import json, sys
job = json.load(sys.stdin)
for key in sys.argv[1:]: job = job[int(key) if key.isdigit() else key]
print(job)' "$@"; }

contained --own-network -- "${entrypoint[@]}" "${cmd[@]}" >"$work/serve.log" 2>&1 &
container=$!
wait_for_key
lives || fail 'the health check of the image fails'
for path in / /v2/docs/ /v2/schema; do
  [ "$(asked "$path" -o /dev/null -w '%{http_code}')" = 200 ] || fail "$path does not answer 200: $(cat "$work/curl")"
done
pass 'the default command serves on its own settings: /, /v2/docs/ and /v2/schema answer 200, the health check succeeds'

target=hash/sha256 input=noise.bin
if offers image; then target=image/png input=landscape.jpg; fi
body=$(printf '{"process": true, "input": [{"type": "upload", "filename": "%s"}], "conversion": [{"category": "%s", "target": "%s"}]}' \
  "$input" "${target%/*}" "${target#*/}")
job=$(asked /v2/jobs -H "X-Svc-Api-Key: $key" -H 'Content-Type: application/json' -d "$body") || fail "no job: $(cat "$work/curl")"
id=$(of_job id <<<"$job") token=$(of_job token <<<"$job")
asked "/upload-file/$id" -H "X-Svc-Token: $token" -F "file=@$data/in/$input" -o /dev/null || fail "no upload: $(cat "$work/curl")"
for _ in $(seq 120); do
  job=$(asked "/v2/jobs/$id" -H "X-Svc-Token: $token")
  case $(of_job status code <<<"$job" 2>/dev/null || of_job status <<<"$job") in completed | failed | canceled) break ;; esac
  sleep 0.5
done
uri=$(of_job output 0 uri <<<"$job") || fail "the job has no output: $job"
nsenter --net="/proc/$service/ns/net" curl -sS --fail -m 20 -o "$work/downloaded" "$uri" || fail 'no download'
if offers image; then
  [ "$(ffprobe -v error -show_entries stream=codec_name -of csv=p=0 "$work/downloaded")" = png ] || fail 'the download is not a png'
fi
pass "a job over HTTP: upload of $input, conversion to $target, download of $(stat -c %s "$work/downloaded") bytes"

kill -TERM "$service"
code=0; wait "$container" || code=$?
container=''
[ "$code" = 0 ] || fail "serve ended with $code after SIGTERM to process 1: $(tail -3 "$work/serve.log")"
[ -z "$(left_over)" ] || fail 'serve left a work folder'
head -c 15 "$data"/*.sqlite | grep -q 'SQLite format 3' || fail 'no database is on the volume'
pass 'SIGTERM to process 1 ends serve with exit code 0; its database stays on the volume, no work folder does'
