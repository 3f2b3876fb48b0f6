import { formatBytes } from '../../../src/process/limits.ts';
import { DriverLostError, type MakePoolDriver, type PoolDriver } from '../../../src/process/pool/pool-driver.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { Connection } from './devtools/connection.ts';
import { BrowserMessageError, LONGEST } from './devtools/messages.ts';
import type { PageAnswer, PageJob } from './job.ts';
import { NoPageError } from './no-page-error.ts';
import { Tab } from './tab.ts';
import { takePage } from './take-page.ts';

/** A job, and where its output belongs: a folder that the browser cannot reach. */
export interface DrivenJob extends PageJob {
  readonly into: string;
  /** Whether the browser takes another job, for which a page is opened ahead. */
  readonly keepsBrowser: boolean;
}

/**
 * Drives a browser over its DevTools pipe, in this process: no page costs a process of its own for that. The browser is untrusted: it gets
 * bytes of files, and no paths; what it sends is written only where it cannot change anything.
 */
export const driveBrowser =
  (proxyPort: number | null): MakePoolDriver =>
  (streams): PoolDriver => {
    const connection = new Connection(streams);
    const open = () => Tab.open(connection, proxyPort);
    let next = connection.root.send('Target.setDiscoverTargets', { discover: true }).then(open);
    /** The page of the job before is gone, with all that its context has stored. */
    let closed: Promise<void> = Promise.resolve();
    /** Begins what the next job needs, and reports its failure. */
    const ahead = <T>(work: Promise<T>): Promise<T> => {
      const begun = work.catch((error: unknown) => {
        throw new DriverLostError('the browser opens no further page', { cause: error });
      });
      begun.catch(() => {});
      return begun;
    };
    return {
      ready: next,
      async answer(message): Promise<PageAnswer> {
        const job = message as unknown as DrivenJob;
        const [tab] = await Promise.all([next, closed]);
        // It opens while this page is worked on.
        if (job.keepsBrowser) next = ahead(open());
        try {
          return { taken: await takePage(tab, job, { folder: job.into, proxyPort }) };
        } catch (error) {
          if (error instanceof NoPageError) return { failure: error.failure };
          throw failureOf(error, tab);
        } finally {
          if (job.keepsBrowser) closed = ahead(tab.close());
        }
      },
    };
  };

/** Returns the error of a page for which the browser failed. */
function failureOf(error: unknown, { hasCrashed }: Tab): unknown {
  if (hasCrashed) return new ConversionError('engine_crashed', 'The browser crashed on this page.', { cause: error });
  if (!(error instanceof DriverLostError && error.cause instanceof BrowserMessageError)) return error;
  const message = `The browser sent more of the page at once than ${formatBytes(LONGEST)}, such as a picture of it.`;
  return new ConversionError('limit_file_size', message, { details: { limit_bytes: LONGEST }, cause: error });
}
