import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/support.ts';
import { commandsOf, type Job, readWorkflow } from '../release/workflow.ts';

const { scripts, engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
const workflows = { 'ci.yml': readWorkflow('ci.yml'), 'nightly.yml': readWorkflow('nightly.yml') };

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
