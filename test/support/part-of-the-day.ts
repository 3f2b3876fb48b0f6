import { type RunnerTestCase, type RunnerTestFile, type RunnerTestSuite, TestRunner } from 'vitest';
import { DAYS_OF_DETAILS, TODAY } from './sample.ts';

/** Attacks are tried every time. */
const isPartial = (path: string): boolean => /\.(detail|matrix)\.ts$/.test(path) && !path.includes('/hostile/');

/** Days between two runs of a file: what it makes for all of its tests often takes longer than the tests of a day. */
const DAYS_BETWEEN = 7;

/**
 * Runs of each file named *.detail.ts or *.matrix.ts the tests of today: none on six days of seven, so that each runs once in
 * `DAYS_OF_DETAILS`. All run where TEST_DETAILS is `all`: vitest.config.ts says when.
 */
export default class PartOfTheDay extends TestRunner {
  onCollected(files: RunnerTestFile[]): void {
    if (process.env.TEST_DETAILS === 'all') return;
    for (const file of files) {
      if (isPartial(file.filepath)) leaveTodays(file, TODAY);
    }
  }
}

/** Skips the other tests, and groups that have none left, whose hooks then do not run. */
export function leaveTodays(file: RunnerTestFile, today: number): void {
  // Files start at different tests and days, so that those of few tests do not all run on one day.
  const day = [...file.name].reduce((sum, letter) => sum + letter.charCodeAt(0), today);
  const isTurn = day % DAYS_BETWEEN === 0;
  const parts = DAYS_OF_DETAILS / DAYS_BETWEEN;
  let index = Math.floor(day / DAYS_BETWEEN);
  const visit = (task: RunnerTestCase | RunnerTestSuite): boolean => {
    if (task.mode === 'skip' || task.mode === 'todo') return false;
    const stays =
      task.type === 'test' ? isTurn && index++ % parts === 0 : task.tasks.map(visit).some((remains) => remains);
    if (!stays) task.mode = 'skip';
    return stays;
  };
  visit(file);
}
