import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start real programs, several at a time on few cores: what takes seconds alone may take minutes where the machine has other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default is a second, which a busy machine needs for less than what is waited for.
    expect: { poll: { timeout: 60_000 } },
    maxConcurrency: 2,
    // More than there are cores: many tests wait for brokers, pauses and timeouts most of their time.
    maxWorkers: 3,
  },
});
