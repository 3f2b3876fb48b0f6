import type { ServiceContext } from './context.ts';
import type { JobInserts } from './jobs/insert-jobs.ts';
import type { ShownJobs } from './jobs/shown-jobs.ts';

/** What routes work with besides: what is shared by requests that come together. */
export interface RouteContext extends ServiceContext {
  readonly shown: ShownJobs;
  readonly inserts: JobInserts;
}
