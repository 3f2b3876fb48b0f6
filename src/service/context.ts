import type { Logger } from '../telemetry/log.ts';
import type { ServiceConfig } from './config.ts';
import type { Database } from './database/open.ts';
import type { Dispatch } from './dispatch/dispatch.ts';
import type { ServiceFiles } from './files/service-files.ts';
import type { JobEnds } from './jobs/job-ends.ts';
import type { GuessLimits } from './keys/guess-limits.ts';
import type { Lookups } from './keys/lookups.ts';
import type { JobChanges } from './live/changes.ts';
import type { ServiceMetrics } from './metrics.ts';
import type { DownloadCounts } from './outputs/download-counts.ts';
import type { Secrets } from './secrets/secrets.ts';

/** What every part of a running service works with. */
export interface ServiceContext {
  readonly config: ServiceConfig;
  readonly db: Database;
  /** Resolves when all that was committed before the call survives a power cut. */
  readonly synced: () => Promise<void>;
  readonly secrets: Secrets;
  readonly guesses: GuessLimits;
  readonly lookups: Lookups;
  readonly downloads: DownloadCounts;
  readonly files: ServiceFiles;
  readonly dispatch: Dispatch;
  /** To be called when the status of a job may have changed: notifies the sender of callbacks, and requests that wait for the end of a job. */
  readonly wakeCallbacks: () => void;
  readonly jobEnds: JobEnds;
  /** For who watches jobs as they change. */
  readonly changes: JobChanges;
  /** Tells who delivers outputs that there may be some, or that there are some no more. */
  readonly wakeDeliveries: () => void;
  readonly metrics: ServiceMetrics;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** PUBLIC_URL, or where the service listens: base of links where no request says another. Without a slash at its end. */
  readonly publicUrl: () => string;
}
