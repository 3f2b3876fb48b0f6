import { readdirSync } from 'node:fs';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import LongestFirst from './test/support/longest-first.ts';
import { ProjectTimes } from './test/support/project-times.ts';

// Which part of the matrices and of the details is tried: test/support/sample.ts.
process.env.TEST_DAY ??= String(Math.floor(Date.now() / 86_400_000));
// Whoever names files or projects means all of their tests.
process.env.TEST_DETAILS ??= process.argv.slice(2).join(' ') === 'run' ? 'today' : 'all';

/** A project each. What only tools and ways to read an input need is one more, `tools`. */
const ENGINES = readdirSync(new URL('./test/engines/', import.meta.url)).sort();

/** What no engine's tests cover: broker, databases, stores, processes, service, worker, command line, container. */
const INTEGRATION =
  'test/{cli,container,deploy,docs,files,fuzz,mcp,process,runner,service,support,worker}/**/*.{test,matrix,detail}.ts';

/** Starts the servers that test files share, each when a test first asks for it. */
const INFRASTRUCTURE = 'test/support/infrastructure/setup.ts';

interface Project {
  readonly name: string;
  readonly include: readonly string[];
  /** Projects run in this order; those of the same one side by side. */
  readonly order: number;
  readonly setupFiles?: readonly string[];
  readonly globalSetup?: readonly string[];
}

const project = ({ name, include, order, setupFiles = [], globalSetup = [] }: Project): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include: [...include],
    setupFiles: ['test/support/worker-end.ts', ...setupFiles],
    globalSetup: [...globalSetup],
    sequence: { groupOrder: order },
  },
});

export default defineConfig({
  test: {
    reporters: ['default', new ProjectTimes()],
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
      project({ name: 'unit', include: ['test/**/*.unit.ts'], order: 0, setupFiles: ['test/support/no-programs.ts'] }),
      ...ENGINES.map((name) =>
        project({ name, include: [`test/engines/${name}/**/*.{test,matrix,detail}.ts`], order: 1 }),
      ),
      project({ name: 'tools', include: ['test/{tools,inputs}/**/*.{test,matrix,detail}.ts'], order: 1 }),
      project({ name: 'integration', include: [INTEGRATION], order: 1, globalSetup: [INFRASTRUCTURE] }),
      project({
        name: 'whole',
        include: ['test/whole/**/*.{test,detail}.ts'],
        order: 1,
        globalSetup: [INFRASTRUCTURE],
      }),
    ],
  },
});
