import type { Environment } from 'vitest/runtime';

/*
 * Runs the `exit` listeners when a worker of Vitest ends: they remove the folders of warm processes that end with the worker. Vitest
 * ends it with SIGTERM, after which Node calls no `exit` listeners, and kills it half a second later.
 */
const end = () => void process.emit('exit', 0);
// If Vitest itself is interrupted, it does not run the teardown.
process.once('SIGTERM', (signal) => {
  end();
  process.kill(process.pid, signal);
});

/** The environment of all tests: Node's own, with a teardown that Vitest waits for. */
export default {
  name: 'node-with-end',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: end }),
} satisfies Environment;
