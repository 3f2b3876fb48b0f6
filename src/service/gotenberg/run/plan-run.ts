import type { RouteContext } from '../../route-context.ts';
import type { Jobs } from './jobs.ts';
import type { StoredFiles } from './stored-files.ts';

/** What running a plan needs. */
export interface PlanRun {
  readonly context: RouteContext;
  readonly keyId: string;
  readonly jobs: Jobs;
  readonly stored: StoredFiles;
}
