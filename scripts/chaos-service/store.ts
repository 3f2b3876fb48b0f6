import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Database } from '../../src/service/database/open.ts';
import { awaitWhileMoving } from '../chaos/moving.ts';
import type { Services } from './services.ts';

/** The service's own folders: the reports of tasks, and received files. */
const OWN = ['.convertd', 'inputs'];

/** Returns folders of tasks in a store that should not be there. */
export async function strayFolders(store: string, wanted: readonly string[]): Promise<string[]> {
  const known = new Set([...OWN, ...wanted]);
  return (await readdir(store)).filter((name) => !known.has(name));
}

/** Returns what a store still has after all jobs have expired and a service has run. No service may run before. */
export async function leftAfterExpiry(store: string, db: Database, services: Services): Promise<string[]> {
  await db.updateTable('jobs').set({ expires_at: 0 }).execute();
  await services.start([{}]);
  const countJobs = async () => (await db.selectFrom('jobs').select('id').execute()).length;
  const areGone = await awaitWhileMoving({ done: async () => (await countJobs()) === 0, sign: countJobs });
  await services.stop();
  const entries = await readdir(store, { recursive: true, withFileTypes: true });
  const paths = entries.map(({ parentPath, name }) => relative(store, join(parentPath, name)));
  const left = paths.filter((path) => path !== 'inputs' && !path.startsWith('.convertd'));
  return areGone ? left : ['records of jobs that have expired', ...left];
}
