/*
 * The life cycle of a job. Only the transitions that `canMove` allows ever happen:
 *
 *      incomplete ⇄ ready ─► queued ─► downloading ─► processing ─► completed | failed
 *           └─────────┴────────┴────────────┴──────────────┴──────► canceled
 */

export const JOB_STATUSES = [
  'incomplete',
  'ready',
  'queued',
  'downloading',
  'processing',
  'completed',
  'failed',
  'canceled',
] as const;

export type JobStatus = (typeof JOB_STATUSES)[number];

/** Explanations shown next to the name of a status. */
export const STATUS_INFO: Readonly<Record<JobStatus, string>> = {
  incomplete: 'The job lacks an input or a conversion, or an input has not arrived yet.',
  ready: 'The job has all it needs and waits to be started.',
  queued: 'The job waits for its turn.',
  downloading: 'Inputs are being fetched.',
  processing: 'Conversions are running.',
  completed: 'The job has finished; its outputs can be downloaded.',
  failed: 'The job has ended with errors.',
  canceled: 'The job was canceled.',
};

const NEXT: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  incomplete: ['ready', 'queued', 'failed', 'canceled'],
  ready: ['incomplete', 'queued', 'failed', 'canceled'],
  queued: ['downloading', 'processing', 'completed', 'failed', 'canceled'],
  // A status moves backwards if a task starts again on another worker.
  downloading: ['queued', 'processing', 'completed', 'failed', 'canceled'],
  processing: ['queued', 'downloading', 'completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
};

export const canMove = (from: JobStatus, to: JobStatus): boolean => NEXT[from].includes(to);

/** Whether the status never changes any more. */
export const isFinal = (status: JobStatus): boolean => NEXT[status].length === 0;

/** Whether inputs, conversions and the job itself may be changed. */
export const isOpen = (status: JobStatus): boolean => status === 'incomplete' || status === 'ready';

/** The state of one task (a thread): `waiting` until it is handed to the runner or the broker, `sent` until it begins. */
export const TASK_STATES = ['waiting', 'sent', 'processing', 'completed', 'failed', 'canceled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** States of a task that has not ended. */
export const UNFINISHED: readonly TaskState[] = ['waiting', 'sent', 'processing'];

export const isTaskFinal = (state: TaskState): boolean => !UNFINISHED.includes(state);

/** Progress up to which a task fetches its inputs (see the runner), percent: below it, the job is downloading. */
const FETCHED_PERCENT = 10;

/** Progress of the tasks of a started job. `furthest`: percent of the most advanced running task; null if none runs. */
export type TaskCourse = { readonly hasEnded: true } | { readonly hasEnded: false; readonly furthest: number | null };

/** Returns the status of a started job by its tasks, while not all of them have ended. */
export function runningStatus(course: TaskCourse): JobStatus {
  if (course.hasEnded) return 'processing';
  if (course.furthest === null) return 'queued';
  return hasFetched(course.furthest) ? 'processing' : 'downloading';
}

/** Whether a task with this percentage has fetched its inputs. */
export const hasFetched = (progress: number): boolean => progress >= FETCHED_PERCENT;
