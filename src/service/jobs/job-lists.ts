import { batched } from '../database/batched.ts';
import { PAGE_SIZE, pageOffset } from '../http/paging.ts';
import type { RouteContext } from '../route-context.ts';
import { type JobList, listJobs, type Owner } from './jobs.ts';
import type { Reader } from './shown-jobs.ts';

interface Asked {
  readonly status: string | null;
  readonly page: number | undefined;
}

/** Pages of jobs. Callers that ask for the same page at the same time share the query and the text. */
export function jobLists({ db, shown }: Pick<RouteContext, 'db' | 'shown'>) {
  const find = batched<JobList>(async (asked) => {
    const lists = asked.map(async (each): Promise<[string, JobList]> => {
      const [owner, { status, page }] = JSON.parse(each) as [Owner, Asked];
      return [each, await listJobs(db, owner, { status, offset: pageOffset(page), limit: PAGE_SIZE })];
    });
    return new Map(await Promise.all(lists));
  });
  const texts = new WeakMap<JobList, Map<string, Promise<string>>>();

  return {
    async page(owner: Owner, { status, page }: Asked): Promise<JobList> {
      const list = await find(JSON.stringify([owner, { status, page }]));
      if (list === undefined) throw new Error('a page of jobs is missing');
      return list;
    },

    /** Returns the documents of a page as one JSON array. */
    text(list: JobList, reader: Reader): Promise<string> {
      const made = texts.get(list) ?? new Map<string, Promise<string>>();
      texts.set(list, made);
      const name = `${reader.asObjects} ${reader.contract.name} ${reader.publicUrl}`;
      const text = made.get(name) ?? textOf(list, reader);
      made.set(name, text);
      return text;
    },
  };

  async function textOf({ jobs }: JobList, reader: Reader): Promise<string> {
    const documents = await Promise.all(jobs.map((head) => shown.text(head, reader)));
    return `[${documents.filter((text) => text !== null).join(',')}]`;
  }
}
