import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listCategories } from '../../src/catalog/index.ts';
import { ROOT } from '../cli/support.ts';

/** How the code names a variable that it reads: `env.NAME`, `reader(env, 'NAME')`, and `env: 'NAME'` for the places of programs. */
const READS = [/\benv\.([A-Z][A-Z0-9_]+)/g, /\(env(?:ironment)?, '([A-Z][A-Z0-9_]+)'/g, /\benv: '([A-Z][A-Z0-9_]+)'/g];

/** What the AWS SDK reads itself. */
const READ_BY_AWS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** The names of all environment variables that convertd reads, out of its source. */
export async function settingsRead(): Promise<ReadonlySet<string>> {
  const names = new Set<string>(READ_BY_AWS);
  for await (const file of glob(['src/**/*.ts', 'engines/**/*.ts'], { cwd: ROOT })) {
    const source = await readFile(join(ROOT, file), 'utf8');
    for (const form of READS) for (const [, name = ''] of source.matchAll(form)) names.add(name);
  }
  for (const category of listCategories()) names.add(`TASK_TIMEOUT_${category.toUpperCase()}`);
  return names;
}

/** Those of an environment that nothing reads. */
export function unread(env: Readonly<Record<string, string>>, known: ReadonlySet<string>): string[] {
  return Object.keys(env).filter((name) => !known.has(name));
}
