import type { ServiceContext } from '../context.ts';
import { batched } from '../database/batched.ts';
import { isAnyOf } from '../database/dialect.ts';
import { type FullJob, jobDocument } from '../documents/from-rows.ts';
import type { JobDocument } from '../documents/schemas.ts';
import type { Contract } from '../keys/contracts.ts';
import type { JobHead } from '../keys/lookups.ts';
import { loadJobs } from './load-job.ts';

/** Limit for all kept documents together, characters. */
const MOST_KEPT = 32 * 1024 ** 2;

/** How one client reads jobs. */
export interface Reader {
  /** Whether it reads every status as an object; otherwise the job decides. */
  readonly asObjects: boolean;
  /** Base of the links. */
  readonly publicUrl: string;
  /** Contract of the jobs' key: documents show its limits. */
  readonly contract: Contract;
  /** Serializes a document as its route does. */
  readonly serialize: (document: JobDocument) => string;
}

/** Documents of jobs as JSON, each made once for each version of its job: for a client that polls, only the version is looked up. */
export interface ShownJobs {
  /**
   * @param head the job as it is now, from the database
   * @returns null if it is gone meanwhile
   */
  text(head: JobHead, reader: Reader): Promise<string | null>;
}

interface Kept {
  readonly stamp: string;
  readonly text: string;
}

/**
 * Every change of what a document shows also changes the version of its job, in the same transaction (`lockJob`, `touchJobs`). The time of
 * the last change is compared as well, because replicas of older versions of convertd do not know versions.
 */
export const stampOf = ({ version, modified_at, status }: Omit<JobHead, 'id' | 'key_id' | 'status_format'>): string =>
  `${version} ${modified_at} ${status}`;

/** @param most limit for all kept documents together, characters */
export function createShownJobs(
  { db, config, secrets }: Pick<ServiceContext, 'db' | 'config' | 'secrets'>,
  most: number = MOST_KEPT,
): ShownJobs {
  /** The last used one is at the end. */
  const kept = new Map<string, Kept>();
  let size = 0;
  const load = batched<FullJob>(async (ids) => {
    const rows = await db
      .selectFrom('jobs')
      .selectAll()
      .where(isAnyOf(db, 'id', ids))
      .execute();
    return new Map((await loadJobs(db, rows, config.contracts)).map((full) => [full.job.id, full]));
  });

  function keep(name: string, made: Kept): void {
    forget(name);
    kept.set(name, made);
    size += made.text.length;
    for (const oldest of kept.keys()) {
      if (size <= most) break;
      forget(oldest);
    }
  }

  function forget(name: string): void {
    size -= kept.get(name)?.text.length ?? 0;
    kept.delete(name);
  }

  return {
    async text(head, { asObjects, publicUrl, contract, serialize }) {
      const format = asObjects ? 'object' : head.status_format;
      const name = `${head.id} ${format} ${contract.name} ${publicUrl}`;
      const known = kept.get(name);
      if (known?.stamp === stampOf(head)) {
        kept.delete(name);
        kept.set(name, known);
        return known.text;
      }
      const full = await load(head.id);
      if (full === undefined) return null;
      const text = serialize(jobDocument({ ...full, contract }, format, { secrets, publicUrl }));
      // The stamp is that of the row that was read first: if the rest is newer, so is the version, and this text is not shown again.
      keep(name, { stamp: stampOf(full.job), text });
      return text;
    },
  };
}
