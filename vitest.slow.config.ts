import { defineConfig } from 'vitest/config';

/** Tests that wait for minutes: `npm run test:slow`. */
export default defineConfig({
  test: { include: ['test/**/*.slow.ts'], testTimeout: 600_000, hookTimeout: 120_000 },
});
