import type { Task } from '../task/types.ts';
import type { Attributes } from '../util/trace.ts';
import { namesOf } from './metrics.ts';

/** Returns a span's attributes of its task: ids, and names of the catalog. */
export function taskAttributes(task: Task): Attributes {
  const { category, target } = namesOf(task);
  return {
    'convertd.task.id': task.id,
    ...(task.job_id !== null && { 'convertd.job.id': task.job_id }),
    'convertd.category': category,
    'convertd.target': target,
  };
}
