import { ConversionError, ConversionErrors } from '../../task/errors.ts';
import { parseTask } from '../../task/parse.ts';
import { TASK_SCHEMA } from '../../task/schema.ts';
import type { Task } from '../../task/types.ts';
import { pluralize } from '../../util/pluralize.ts';

export type ReadTask =
  | { readonly ok: true; readonly task: Task }
  /** `taskId` and `jobId` are what could be read, so that the sender can be notified. */
  | {
      readonly ok: false;
      readonly errors: readonly ConversionError[];
      readonly taskId: string | null;
      readonly jobId: string | null;
    };

/** Reads a message's body as a task. `maxSize` is in bytes. */
export function readTaskMessage(content: Buffer, maxSize: number): ReadTask {
  if (content.length > maxSize) {
    const message = `The task message has ${pluralize(content.length, 'byte')}; at most ${maxSize} are taken. Give inputs as URLs instead of in the message.`;
    return { ok: false, errors: [new ConversionError('task_invalid', message)], taskId: null, jobId: null };
  }
  const text = content.toString('utf8');
  try {
    const task = parseTask(text);
    if (hasId(text)) return { ok: true, task };
    const message = 'Task: id is missing. A task that is sent to a broker needs one, so that repeats are recognised.';
    return { ok: false, errors: [new ConversionError('task_invalid', message)], taskId: null, jobId: task.job_id };
  } catch (error) {
    if (!(error instanceof ConversionErrors)) throw error;
    return { ok: false, errors: error.errors, taskId: idOf(text, 'id'), jobId: idOf(text, 'job_id') };
  }
}

const hasId = (text: string) => idOf(text, 'id') !== null;

/** Reads an id from a body that is otherwise invalid. Null if it is not an id. */
function idOf(text: string, field: 'id' | 'job_id'): string | null {
  const { pattern, maxLength } = TASK_SCHEMA.properties[field];
  try {
    const value: unknown = (JSON.parse(text) as Record<string, unknown> | null)?.[field];
    return typeof value === 'string' && value.length <= maxLength && new RegExp(pattern).test(value) ? value : null;
  } catch {
    return null;
  }
}
