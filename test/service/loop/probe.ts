/*
 * Runs inside a service (`node --import`) and measures how long a request holds its event loop: the processor time of its thread in
 * one turn of the loop, which other work of the machine does not affect. The parent asks for it through the IPC channel.
 */
import { subscribe } from 'node:diagnostics_channel';

let isWatching = false;
let longest = 0;
let before = process.threadCpuUsage();

/** Runs at the end of each turn while measuring. It neither causes turns nor keeps the process alive. */
function turn(): void {
  const { user, system } = process.threadCpuUsage(before);
  longest = Math.max(longest, (user + system) / 1000);
  before = process.threadCpuUsage();
  if (isWatching) setImmediate(turn).unref();
}

// Only the direct child of the parent has the channel, not the processes that this one starts.
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
