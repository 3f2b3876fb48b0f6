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

/** Shared objects of a running service, for all its parts. */
export interface ServiceContext {
  readonly config: ServiceConfig;
  readonly db: Database;
  /** Resolves when everything committed before the call survives a power cut. */
  readonly synced: () => Promise<void>;
  readonly secrets: Secrets;
  readonly guesses: GuessLimits;
  readonly lookups: Lookups;
  readonly downloads: DownloadCounts;
  readonly files: ServiceFiles;
  readonly dispatch: Dispatch;
  /** Call this when the status of a job may have changed: it notifies the sender of callbacks, and requests that wait for a job to end. */
  readonly wakeCallbacks: () => void;
  readonly jobEnds: JobEnds;
  /** Notifies watchers of changed jobs. */
  readonly changes: JobChanges;
  /** Notifies the delivery of outputs that there may be new ones, or that some are gone. */
  readonly wakeDeliveries: () => void;
  readonly metrics: ServiceMetrics;
  readonly log: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** PUBLIC_URL, or the address that the service listens on: base of links if a request names no other. It has no slash at its end. */
  readonly publicUrl: () => string;
}
