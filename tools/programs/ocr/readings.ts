import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makesSense } from './judgement.ts';
import type { OcrmypdfCall } from './ocrmypdf.ts';
import type { PageStructure } from './options.ts';
import type { SourcePage } from './pages.ts';
import { parseTsv } from './tsv.ts';

const PLUGIN = fileURLToPath(new URL('readings_plugin.py', import.meta.url));
const CONFIG = fileURLToPath(new URL('tsv.config', import.meta.url));

/** Returns the call, and a new folder inside `folder` for what it reads of each page. */
export async function keepingReadings(
  call: OcrmypdfCall,
  folder: string,
): Promise<{ call: OcrmypdfCall; readings: string }> {
  const readings = await mkdtemp(join(folder, 'readings-'));
  const options = [...call.options, '--tesseract-config', CONFIG];
  const plugins = [...call.plugins, PLUGIN];
  const env = { ...call.env, CONVERTD_READINGS: readings };
  return { call: { ...call, options, plugins, env, readable: [...(call.readable ?? []), CONFIG] }, readings };
}

/** Returns the numbers of pages that make no sense as they were read, and may be on their side. Unread pages are not included. */
export async function unreadablePages(
  readings: string,
  pages: readonly SourcePage[],
  structure: Extract<PageStructure, { find: 'text' }>,
): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  for (const name of await readdir(readings)) {
    const page = pages.find(({ number }) => number === Number(parse(name).name));
    if (page === undefined) continue;
    const [read] = parseTsv(await readFile(join(readings, name), 'utf8'), [page.width]);
    if (read !== undefined && !makesSense(read, structure)) found.add(page.number);
  }
  return found;
}
