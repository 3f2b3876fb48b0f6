import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start real programs, several at a time on few cores: what takes a second alone may take twenty here.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxConcurrency: 2,
    // More than there are cores: many tests wait for brokers, pauses and timeouts most of their time.
    maxWorkers: 3,
  },
});
