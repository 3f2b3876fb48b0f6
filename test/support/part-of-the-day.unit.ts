import { expect, test } from 'vitest';
import { leaveTodays } from './part-of-the-day.ts';
import { DAYS_OF_DETAILS } from './sample.ts';

const DAYS = Array.from({ length: DAYS_OF_DETAILS }, (_, index) => 20_000 + index);

type File = Parameters<typeof leaveTodays>[0];

const named = (name: string) => ({ type: 'test', name, mode: 'run' });
const group = (name: string, ...tasks: unknown[]) => ({ type: 'suite', name, mode: 'run', tasks });

/** Of a file with seven tests in three groups: names of the tests that run on a day, and of the groups that do not. */
function runOn(day: number, name = 'a.detail.ts') {
  const ignored = { ...named('skipped by the file'), mode: 'skip' };
  const groups = [
    group('first', named('a'), named('b'), group('inner', named('c'))),
    group('second', ignored, named('d'), named('e'), named('f'), named('g')),
  ];
  const file = group(name, ...groups);
  leaveTodays(file as unknown as File, day);
  const tests: string[] = [];
  const idle: string[] = [];
  const visit = (task: { type: string; name: string; mode: string; tasks?: unknown[] }) => {
    if (task.type === 'test' && task.mode === 'run') tests.push(task.name);
    if (task.type === 'suite' && task.mode === 'skip') idle.push(task.name);
    for (const inner of task.tasks ?? []) visit(inner as typeof task);
  };
  visit(file);
  return { tests, idle };
}

test('in so many days each test has run once', () => {
  const days = DAYS.map((day) => runOn(day).tests);
  expect(days.flat().sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
  // On a day of each week, a quarter of them.
  expect(days.map(({ length }) => length).sort()).toEqual([...Array(24).fill(0), 1, 2, 2, 2]);
  expect(runOn(20_000 + DAYS_OF_DETAILS).tests).toEqual(runOn(20_000).tests);
});

test('a group without a test of today does not run', () => {
  for (const day of DAYS) {
    const { tests, idle } = runOn(day);
    expect(idle.includes('inner')).toBe(!tests.includes('c'));
    expect(idle.includes('first')).toBe(!tests.some((name) => ['a', 'b', 'c'].includes(name)));
  }
});

test('files differ in where they begin', () => {
  const allDays = (name: string) => DAYS.map((day) => runOn(day, name).tests);
  expect(allDays('a.detail.ts')).not.toEqual(allDays('b.detail.ts'));
});
