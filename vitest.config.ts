import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';
import { PartTimes } from './test/support/part-times.ts';

// What one worker has compiled, another one need not.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node');
// Which part of the matrices and of the details is tried: test/support/sample.ts.
process.env.TEST_DAY ??= String(Math.floor(Date.now() / 86_400_000));
// Whoever names files or projects means all of their tests.
process.env.TEST_DETAILS ??= process.argv.slice(2).join(' ') === 'run' ? 'today' : 'all';

/** A project each. What only tools and ways to read an input need is one more, `tools`. */
const ENGINES = readdirSync(new URL('./test/engines/', import.meta.url)).sort();

const TOOLS = 'test/{tools,inputs}/**/*.{test,matrix,detail}.ts';

/** What no engine's tests cover: broker, databases, stores, processes, service, worker, command line, container. */
const INTEGRATION =
  'test/{cli,container,deploy,docs,files,fuzz,mcp,process,runner,service,support,worker}/**/*.{test,matrix,detail}.ts';

const WHOLE = 'test/whole/**/*.{test,detail}.ts';

/** Starts the servers that test files share, each when a test first asks for it. */
const INFRASTRUCTURE = 'test/support/infrastructure/setup.ts';

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  readonly setupFiles?: readonly string[];
  readonly globalSetup?: readonly string[];
}

const project = ({ name, include, setupFiles = [], globalSetup = [] }: Project): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    setupFiles: ['test/support/worker-start.ts', 'test/support/worker-end.ts', ...setupFiles],
    globalSetup: [...globalSetup],
  },
});

const PARTS = [
  ...ENGINES.map((name) => project({ name, include: [`test/engines/${name}/**/*.{test,matrix,detail}.ts`] })),
  project({ name: 'tools', include: [TOOLS] }),
  project({ name: 'integration', include: [INTEGRATION], globalSetup: [INFRASTRUCTURE] }),
  project({ name: 'whole', include: [WHOLE], globalSetup: [INFRASTRUCTURE] }),
];

/** All parts as one project. Each project has workers of its own, in which modules are imported and what engines keep warm is started again. */
const TOGETHER = project({
  name: 'suite',
  include: ['test/engines/**/*.{test,matrix,detail}.ts', TOOLS, INTEGRATION, WHOLE],
  globalSetup: [INFRASTRUCTURE],
});

export default defineConfig({
  test: {
    reporters: ['default', new PartTimes()],
    // Tests start real programs, several at a time on few cores: what takes seconds alone may take minutes where the machine has other work.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // The default is a second, which a busy machine needs for less than what is waited for.
    expect: { poll: { timeout: 60_000 } },
    maxConcurrency: 2,
    runner: './test/support/part-of-the-day.ts',
    sequence: { sequencer: LongestFirst },
    // What passes at the second try is named at the end of the run: a test to be mended, not a reason to throw the run away.
    retry: 1,
    // More than there are cores: many tests wait for brokers, pauses and timeouts most of their time.
    maxWorkers: 4,
    // Files of a worker share modules, and with them the engines' warm processes, which end with the worker.
    isolate: false,
    // Node runs the modules itself, as it does in production.
    experimental: { viteModuleRunner: false },
    projects: [
      project({ name: 'unit', include: ['test/**/*.unit.ts'], setupFiles: ['test/support/no-programs.ts'] }),
      ...(process.argv.some((word) => word.startsWith('--project')) ? PARTS : [TOGETHER]),
    ],
  },
});
