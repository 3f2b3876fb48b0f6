import type { Environment } from 'vitest/runtime';

/*
 * What a worker of Vitest does at its end. Vitest ends it with SIGTERM, after which Node calls no `exit` listeners, and kills it half
 * a second later: but those listeners remove the folders of the warm processes that end with the worker.
 */
const end = () => void process.emit('exit', 0);
// Where Vitest itself is interrupted, it does not ask for the teardown.
process.once('SIGTERM', (signal) => {
  end();
  process.kill(process.pid, signal);
});

/** The environment of all tests: Node as it is, and a teardown that Vitest waits for. */
export default {
  name: 'node-with-end',
  viteEnvironment: 'ssr',
  setup: () => ({ teardown: end }),
} satisfies Environment;
