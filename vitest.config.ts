import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';

// What one worker has compiled, another one need not.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node');

/** scripts/test.ts sets the tier. Whoever starts Vitest by itself names files, and may name any. */
const TIERS = {
  test: ['test'],
  all: ['test', 'detail', 'matrix'],
} as const;
const tier = process.env.TEST_TIER === 'test' ? 'test' : 'all';

/** Limits that only keep a test from hanging; the default is for a machine that has nothing else to do. */
const slowness = Number(process.env.TEST_SLOWNESS ?? 3);
const PATIENCE_MS = Math.ceil(300_000 * slowness);

const WORKER = ['test/support/worker-start.ts', 'test/support/leftovers.ts'];
/** Starts the servers that test files share, each when a test first asks for it. */
const SERVERS = ['test/support/infrastructure/setup.ts'];

const project = (name: string, test: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, ...test },
});

/** They start no programs: an error in this project. */
const UNIT = project('unit', {
  include: ['test/**/*.unit.ts'],
  setupFiles: [...WORKER, 'test/support/no-programs.ts'],
});

/** They start programs. Files of a worker share modules, and with them the engines' warm processes, which end with the worker. */
const SUITE = project('suite', {
  include: TIERS[tier].map((kind) => `test/**/*.${kind}.ts`),
  setupFiles: WORKER,
  globalSetup: SERVERS,
});

/** They wait for minutes, and break what others share. */
const SLOW = project('slow', {
  include: ['test/**/*.slow.ts'],
  setupFiles: WORKER,
  globalSetup: SERVERS,
  isolate: true,
});

export default defineConfig({
  test: {
    testTimeout: PATIENCE_MS,
    hookTimeout: PATIENCE_MS,
    // Servers that tests share are stopped in it; Vitest would leave them running after 10 s.
    teardownTimeout: PATIENCE_MS,
    // The default is a second, which a busy machine needs for less than what is waited for.
    expect: { poll: { timeout: Math.ceil(60_000 * slowness) } },
    tags: [{ name: 'detail', description: 'in a *.test.ts file: not for npm test, like a *.detail.ts file' }],
    maxConcurrency: 2,
    sequence: { sequencer: LongestFirst },
    // A worker too many makes the run longer: each starts LibreOffice, calibre and Chromium of its own.
    maxWorkers: Math.min(Math.max(2, availableParallelism()), 8),
    environment: './test/support/worker-end.ts',
    isolate: false,
    // Node runs the modules itself, as it does in production.
    experimental: { viteModuleRunner: false },
    projects: [UNIT, SUITE, ...(tier === 'all' ? [SLOW] : [])],
  },
});
