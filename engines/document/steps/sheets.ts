import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Draft, Work } from './step.ts';

/** Joins several sheets to one text: each below its name, separated by an empty line. One sheet is left as it is. */
export async function joinSheets(drafts: readonly Draft[], work: Work): Promise<Draft> {
  const path = join(await work.newFolder(), 'sheets.txt');
  for (const [index, { path: sheetPath, sheet }] of drafts.entries()) {
    if (drafts.length > 1) await appendFile(path, `${index > 0 ? '\n' : ''}${sheet}\n`);
    await pipeline(createReadStream(sheetPath), createWriteStream(path, { flags: 'a' }), {
      signal: work.context.signal,
    });
  }
  return { path, format: 'txt' };
}
