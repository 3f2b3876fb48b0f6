import type { ServiceContext } from './context.ts';
import type { JobInserts } from './jobs/insert-jobs.ts';
import type { ShownJobs } from './jobs/shown-jobs.ts';

/** Additional objects for routes, shared by requests that arrive together. */
export interface RouteContext extends ServiceContext {
  readonly shown: ShownJobs;
  readonly inserts: JobInserts;
}
