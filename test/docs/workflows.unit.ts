import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../cli/support.ts';

interface Workflow {
  readonly jobs: Record<string, Job>;
}
interface Job {
  readonly strategy?: { readonly matrix: Record<string, readonly (string | number)[]> };
  readonly steps: readonly { readonly run?: string }[];
}

const read = (name: string): Workflow => parse(readFileSync(join(ROOT, '.github', 'workflows', name), 'utf8'));
const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const workflows = { 'ci.yml': read('ci.yml'), 'nightly.yml': read('nightly.yml') };

/** Returns the commands of a job's steps, with every value of its matrix inserted. */
function commandsOf({ strategy, steps }: Job): string[] {
  const runs = steps.flatMap(({ run }) => run ?? []);
  return Object.entries(strategy?.matrix ?? {}).reduce(
    (commands, [name, values]) =>
      commands.flatMap((command) =>
        command.includes(`\${{ matrix.${name} }}`)
          ? values.map((value) => command.replaceAll(`\${{ matrix.${name} }}`, String(value)))
          : [command],
      ),
    runs,
  );
}

const commands = Object.values(workflows).flatMap(({ jobs }) => Object.values(jobs).flatMap(commandsOf));

it('runs scripts that exist', () => {
  const named = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it('runs all tests in parts, none left out, on both releases of Debian', () => {
  const { strategy } = workflows['ci.yml'].jobs.tests ?? {};
  const { part = [], debian } = strategy?.matrix ?? {};
  const shards = part.map((each) => `npm run test:all -- --shard=${each}/${part.length}`);
  expect(commandsOf(workflows['ci.yml'].jobs.tests as Job)).toEqual(expect.arrayContaining(shards));
  expect(part).toEqual(part.map((_, index) => index + 1));
  expect(debian).toEqual(['12', '13']);
});

it('tries the oldest Node that package.json allows', () => {
  expect(workflows['ci.yml'].jobs.unit?.strategy?.matrix.node).toContain(engines.node.replace('>=', ''));
});
