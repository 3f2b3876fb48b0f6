# Part of prove-container.sh: the second command of the image, `worker`, against a RabbitMQ of this machine's Debian package, which listens
# on loopback and lives in a process namespace of its own, so that all of it ends with one kill.
# shellcheck shell=bash disable=SC2154

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

start_broker() {
  local node_port=$1
  mkdir -p "$work/rabbit"
  echo '[].' >"$work/rabbit/plugins"
  printf 'listeners.tcp.1 = 127.0.0.1:%s\n' "$node_port" >"$work/rabbit/rabbitmq.conf"
  unshare --mount --pid --fork --kill-child --mount-proc env -i PATH="$PATH" HOME="$work/rabbit" LANG=C.UTF-8 \
    RABBITMQ_NODENAME=prove@localhost RABBITMQ_NODE_PORT="$node_port" RABBITMQ_DIST_PORT="$(free_port)" \
    ERL_EPMD_PORT="$(free_port)" ERL_EPMD_ADDRESS=127.0.0.1 RABBITMQ_CONF_ENV_FILE=/dev/null \
    RABBITMQ_CONFIG_FILE="$work/rabbit/rabbitmq.conf" RABBITMQ_MNESIA_BASE="$work/rabbit" RABBITMQ_LOG_BASE="$work/rabbit" \
    RABBITMQ_LOGS=- RABBITMQ_ENABLED_PLUGINS_FILE="$work/rabbit/plugins" RABBITMQ_PID_FILE="$work/rabbit/pid" \
    /usr/lib/rabbitmq/bin/rabbitmq-server >"$work/rabbit/log" 2>&1 &
  broker=$!
}
stop_broker() {
  kill -KILL "$broker" 2>/dev/null || true
  wait "$broker" 2>/dev/null || true
  broker=''
}
healthy() { contained --env PORT="$worker_port" -- "${health[@]}"; }

broker_port=$(free_port) worker_port=$(free_port)
broker_url=amqp://guest:guest@127.0.0.1:$broker_port
start_broker "$broker_port"
task=$(python3 -c 'import uuid; print(uuid.uuid4())')
conversion='"category": "hash", "target": "sha256", "options": {}' input=noise.bin
if offers audio; then conversion='"category": "audio", "target": "mp3", "options": { "audio_bitrate": 192 }' input=tone.wav; fi
cat >"$data/task.json" <<JSON
{ "id": "$task", "conversion": { $conversion }, "input": [{ "source": "file:///data/in/$input", "filename": "$input" }] }
JSON

if healthy; then fail 'control: the health check succeeds without a worker'; fi
# HOST: the network is this machine's, so not all of its addresses as in an image.
contained --env AMQP_URL="$broker_url" --env HOST=127.0.0.1 --env PORT="$worker_port" --env OUTPUT_STORE=/data/outputs \
  --env ALLOWED_SOURCES=file:///data/in/ --env SHUTDOWN_GRACE=10 -- "${entrypoint[@]}" worker >"$work/worker.log" 2>&1 &
worker=$!
ready=''
for _ in $(seq 60); do
  kill -0 "$worker" 2>/dev/null || { tail -5 "$work/worker.log" >&2; fail 'the worker ended'; }
  if curl -sf -m 2 "http://127.0.0.1:$worker_port/health/ready" >"$work/ready.json"; then ready=yes; break; fi
  sleep 0.5
done
[ -n "$ready" ] || { tail -5 "$work/worker.log" "$work/rabbit/log" >&2; fail 'the worker is not ready after 30 s'; }
healthy || fail 'the health check of the image fails'
pass '`worker` is ready behind RabbitMQ; the health check of the image succeeds, and fails without a worker'

contained --env AMQP_URL="$broker_url" -- "${entrypoint[@]}" submit /data/task.json --wait --json --timeout 60 >"$work/reports" \
  || { tail -3 "$work/reports" "$work/worker.log" >&2; fail 'submit --wait'; }
tail -1 "$work/reports" >"$work/final.json"
[ "$(field "$work/final.json" status)" = completed ] || fail 'the task was not completed'
output=$(find "$data/outputs/$task" -type f)
if offers audio; then
  [ "$(ffprobe -v error -show_entries stream=codec_name,bit_rate -of csv=p=0 "$output" | head -1)" = mp3,192000 ] \
    || fail 'the output is not an mp3 of 192 kbit/s'
else
  grep -qF "$(sha256sum "$data/in/noise.bin" | cut -d' ' -f1)" "$output" || fail 'the digest is wrong'
fi
pass "submit --wait: completed, the output lies under the id of its task ($(basename "$output"))"

kill -TERM "$(first_process "$worker")"
code=0; wait "$worker" || code=$?
worker=''
[ "$code" = 0 ] || fail "the worker ended with $code after SIGTERM to process 1"
[ -z "$(left_over)" ] || fail 'a work folder was left'
pass 'SIGTERM to process 1 ends the worker with exit code 0, and no work folder is left'
stop_broker
