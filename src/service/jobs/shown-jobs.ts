import type { ServiceContext } from '../context.ts';
import { batched } from '../database/batched.ts';
import { isAnyOf } from '../database/dialect.ts';
import { type FullJob, jobDocument } from '../documents/from-rows.ts';
import type { JobDocument } from '../documents/schemas.ts';
import type { Contract } from '../keys/contracts.ts';
import type { JobHead } from '../keys/lookups.ts';
import { loadJobs } from './load-job.ts';

/** Characters of all documents that are kept. */
const MOST_KEPT = 32 * 1024 ** 2;

/** How one client reads jobs. */
export interface Reader {
  /** Whether it reads every status as an object; else as the job says. */
  readonly asObjects: boolean;
  /** Base of the links. */
  readonly publicUrl: string;
  /** Of the key of the jobs: documents show its limits. */
  readonly contract: Contract;
  /** Writes a document as its route does. */
  readonly serialize: (document: JobDocument) => string;
}

/** Documents of jobs as JSON, each made once for each version of its job: a client that polls costs a look at the version. */
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
 * Whatever a document shows and changes also changes the version of its job, in the same transaction (`lockJob`, `touchJobs`). The time
 * of the last change is compared as well: a replica of an older version of convertd knows of no versions.
 */
export const stampOf = ({ version, modified_at, status }: Omit<JobHead, 'id' | 'key_id' | 'status_format'>): string =>
  `${version} ${modified_at} ${status}`;

/** @param most characters of all documents that are kept */
export function createShownJobs(
  { db, config, secrets }: Pick<ServiceContext, 'db' | 'config' | 'secrets'>,
  most: number = MOST_KEPT,
): ShownJobs {
  /** The last one used at the end. */
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
      // Of the row that was read first: should the rest be newer, the version is newer too, and this is not shown again.
      keep(name, { stamp: stampOf(full.job), text });
      return text;
    },
  };
}
