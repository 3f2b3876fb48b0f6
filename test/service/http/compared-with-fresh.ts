import { isDeepStrictEqual } from 'node:util';
import type { ServiceContext } from '../../../src/service/context.ts';
import { createShownJobs, type ShownJobs, stampOf } from '../../../src/service/jobs/shown-jobs.ts';
import { createLookups } from '../../../src/service/keys/lookups.ts';

/**
 * Compares each cached document with a new one: in every test that reads jobs, a change that does not change the version of its job
 * is an error.
 */
export function comparedWithFresh(context: Pick<ServiceContext, 'db' | 'config' | 'secrets'>): ShownJobs {
  const kept = createShownJobs(context);
  const { jobHead } = createLookups(context.db);
  return {
    async text(head, reader) {
      const text = await kept.text(head, reader);
      const fresh = await createShownJobs(context).text(head, reader);
      const now = await jobHead(head.id);
      // The job may change while it is read.
      const isSettled = now !== undefined && stampOf(now) === stampOf(head);
      if (text !== null && fresh !== null && isSettled && !isDeepStrictEqual(JSON.parse(text), JSON.parse(fresh)))
        throw new Error(`job ${head.id} was shown as it is no more: ${text} instead of ${fresh}`);
      return text;
    },
  };
}
