import { randomBytes, randomUUID } from 'node:crypto';
import { parseTask } from '../../src/task/parse.ts';
import type { Task } from '../../src/task/types.ts';

/** Returns a task of a target over an input, with new ids. */
export function benchTask(category: string, target: string, source: string, options: object = {}): Task {
  return parseTask(
    JSON.stringify({ id: randomUUID(), conversion: { category, target, options }, input: [{ source }] }),
  );
}

/** Returns the task with the least work: SHA-256 of 1 KB that comes with the message. */
export function tinyTask(): Task {
  return benchTask('hash', 'sha256', `data:;base64,${randomBytes(1000).toString('base64')}`);
}
