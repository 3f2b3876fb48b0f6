import { defineConfig } from 'vitest/config';

process.env.TEST_DAY ??= '0';

/** Tests that wait for minutes, and matrices as a whole: `npm run test:slow`. */
export default defineConfig({
  test: {
    include: ['test/**/*.{slow,matrix}.ts'],
    globalSetup: ['test/support/infrastructure/setup.ts'],
    setupFiles: ['test/support/worker-end.ts'],
    env: { TEST_SAMPLE: 'all' },
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    maxConcurrency: 2,
    maxWorkers: 2,
  },
});
