import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newInstallation, startInputs, startServe } from './serve-support.ts';

/** Starts a separate service with inputs to fetch; `again` starts another one with the same data. */
export async function start(env: Record<string, string> = {}) {
  const inputs = await startInputs();
  const installation = await newInstallation();
  const all = { CONCURRENCY: '2', ALLOWED_ADDRESSES: inputs.address, ...env };
  const again = (more: Record<string, string> = {}) => startServe(installation, { ...all, ...more });
  return { inputs, installation, again, serve: await again() };
}

/** Reads the service's database with another program. */
export function query(folder: string, sql: string): Record<string, unknown>[] {
  const database = new DatabaseSync(join(folder, 'convertd.sqlite'), { readOnly: true });
  try {
    return database.prepare(sql).all();
  } finally {
    database.close();
  }
}
