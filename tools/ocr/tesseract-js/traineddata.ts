import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { installedName } from '../tessdata.ts';

export const SUFFIX = '.traineddata';

/** Where a component of the data begins is a number of 8 bytes, after their count in 4; the settings are the first of them. */
const COUNT_BYTES = 4;
const OFFSET_BYTES = 8;
/** More than any kind of data has (tesseract 5: 24). */
const MOST_COMPONENTS = 100;

/**
 * Data of a language as tesseract's file holds it: which further languages it wants loaded with it (`jpn` wants `jpn_vert`).
 * None if the file is no such data.
 */
export function languagesWanted(data: Buffer): readonly string[] {
  const wanted = /^\s*tessedit_load_sublangs\s+(\S+)/m.exec(settingsIn(data))?.[1] ?? '';
  // A language after a tilde is not to be loaded.
  return wanted.split('+').filter((name) => /^\w+$/.test(name));
}

function settingsIn(data: Buffer): string {
  const count = data.length < COUNT_BYTES ? 0 : data.readInt32LE(0);
  if (count < 1 || count > MOST_COMPONENTS || data.length < COUNT_BYTES + count * OFFSET_BYTES) return '';
  const offsets = Array.from({ length: count }, (_, index) =>
    Number(data.readBigInt64LE(COUNT_BYTES + index * OFFSET_BYTES)),
  );
  const [start = -1, ...others] = offsets;
  if (start < 0) return '';
  const end = Math.min(data.length, ...others.filter((offset) => offset > start));
  return data.toString('utf8', start, end);
}

/** Data by the names of their languages. */
export interface LanguageData {
  readonly languages: ReadonlyMap<string, Buffer>;
  /** Of further languages that these want loaded with them and that are there. */
  readonly wanted: ReadonlyMap<string, Buffer>;
}

/** Reads the data of languages from the folder of tesseract's data. */
export async function readLanguages(languages: readonly string[], tessdata: string): Promise<LanguageData> {
  const read = (name: string): Promise<Buffer> => readFile(join(tessdata, `${name}${SUFFIX}`));
  const asked = new Map<string, Buffer>();
  for (const name of languages) asked.set(name, await read(name));
  const wanted = new Map<string, Buffer>();
  const names = [...asked.values()].flatMap(languagesWanted);
  // Grows while it is gone through.
  for (const name of names) {
    if (asked.has(name) || wanted.has(name) || (await installedName(tessdata, name)) === null) continue;
    const data = await read(name);
    wanted.set(name, data);
    names.push(...languagesWanted(data));
  }
  return { languages: asked, wanted };
}
