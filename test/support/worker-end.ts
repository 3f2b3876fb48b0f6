/*
 * Vitest ends its workers with SIGTERM, and Node calls no `exit` listeners then: those remove the folders of the warm processes that
 * end with the worker.
 */
process.once('SIGTERM', (signal) => {
  process.emit('exit', 0);
  process.kill(process.pid, signal);
});
