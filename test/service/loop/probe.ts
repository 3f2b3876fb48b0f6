/*
 * Runs inside of a service (`node --import`) and measures how long a request holds its event loop: the processor time of its thread in
 * one turn of the loop, which other work of the machine does not change. The parent asks for it through the channel between them.
 */
import { subscribe } from 'node:diagnostics_channel';

let isWatching = false;
let longest = 0;
let before = process.threadCpuUsage();

/** At the end of each turn, as long as it watches. It neither makes turns nor keeps the process from ending. */
function turn(): void {
  const { user, system } = process.threadCpuUsage(before);
  longest = Math.max(longest, (user + system) / 1000);
  before = process.threadCpuUsage();
  if (isWatching) setImmediate(turn).unref();
}

// Only the parent's own child has the channel, not the processes that this one starts.
if (process.channel !== undefined) {
  subscribe('http.server.request.start', () => {
    if (isWatching) return;
    isWatching = true;
    longest = 0;
    before = process.threadCpuUsage();
    setImmediate(turn).unref();
  });
  process.on('message', () => {
    turn();
    isWatching = false;
    process.send?.({ milliseconds: longest });
  });
  process.channel.unref();
}
