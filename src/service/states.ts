/*
 * The life of a job. Only the transitions that `canMove` allows ever happen; the arrows:
 *
 *     incomplete ⇄ ready ─► queued ─► downloading ─► processing ─► completed | failed
 *          └─────────┴────────┴────────────┴──────────────┴──────► canceled
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

/** What a person reads beside the name of a status. */
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
  // Backwards where a task starts again on another worker.
  downloading: ['queued', 'processing', 'completed', 'failed', 'canceled'],
  processing: ['queued', 'downloading', 'completed', 'failed', 'canceled'],
  completed: [],
  failed: [],
  canceled: [],
};

export const canMove = (from: JobStatus, to: JobStatus): boolean => NEXT[from].includes(to);

/** Nothing changes any more. */
export const isFinal = (status: JobStatus): boolean => NEXT[status].length === 0;

/** Inputs, conversions and the job itself may be changed. */
export const isOpen = (status: JobStatus): boolean => status === 'incomplete' || status === 'ready';

/** The state of one task (a thread): `waiting` until it is handed to the runner or the broker, `sent` until it begins. */
export const TASK_STATES = ['waiting', 'sent', 'processing', 'completed', 'failed', 'canceled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** Of a task that has not ended. */
export const UNFINISHED: readonly TaskState[] = ['waiting', 'sent', 'processing'];

export const isTaskFinal = (state: TaskState): boolean => !UNFINISHED.includes(state);

/** Percent up to which a task fetches its inputs (see the runner): below it, the job is downloading. */
const FETCHED_PERCENT = 10;

/** How far the tasks of a started job are. `furthest`: percent of the one that is furthest of those that run; null: none does. */
export type TaskCourse = { readonly hasEnded: true } | { readonly hasEnded: false; readonly furthest: number | null };

/** What the tasks of a started job say about it while not all of them are final. */
export function runningStatus(course: TaskCourse): JobStatus {
  if (course.hasEnded) return 'processing';
  if (course.furthest === null) return 'queued';
  return hasFetched(course.furthest) ? 'processing' : 'downloading';
}

/** Whether a task with this percentage has its inputs. */
export const hasFetched = (progress: number): boolean => progress >= FETCHED_PERCENT;
