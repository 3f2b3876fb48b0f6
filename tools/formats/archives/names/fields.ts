import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findPython } from '../../../../src/process/python.ts';
import type { WorkContext } from '../../../../src/work/context.ts';
import type { ArchiveEntry, Listing } from '../list.ts';
import { isAscii, type NameEncoding } from './encodings.ts';

const SCRIPT = fileURLToPath(new URL('./unicode_names.py', import.meta.url));

/** The archive's own information about a name. */
export type NameField = { readonly text: string } | { readonly encoding: NameEncoding };

/** Fields by the listed names, a character for each byte. */
export type NameFields = ReadonlyMap<string, NameField>;

/** Supported code pages of lzh. */
const CODE_PAGES: ReadonlyMap<number, NameEncoding> = new Map([
  [437, 'cp437'],
  [850, 'cp850'],
  [852, 'cp852'],
  [866, 'cp866'],
  [932, 'sjis'],
  [936, 'gbk'],
  [949, 'euc_kr'],
  [950, 'big5'],
  [1250, 'cp1250'],
  [1251, 'cp1251'],
  [1252, 'cp1252'],
  [1253, 'cp1253'],
  [1254, 'cp1254'],
  [1257, 'cp1257'],
  [20932, 'euc_jp'],
  [65001, 'utf8'],
]);

/**
 * Reads what a zip or lzh states about its names and 7-Zip does not list: the Unicode name besides the one for old programs, and the number
 * of its code page. An archive too damaged to be read this way has no fields.
 */
export async function readNameFields(archive: string, listing: Listing, context: WorkContext): Promise<NameFields> {
  const fields = new Map<string, NameField>();
  for (const { path, saysUtf8 } of listing.entries) if (saysUtf8) fields.set(path, { encoding: 'utf8' });
  const kind = mayHaveMore(listing);
  if (kind === null) return fields;
  for (const { at, raw, text, page } of await runScript(kind, archive, context)) {
    const listed = kind === 'lzh' ? listing.entries[at]?.path : listedName(raw);
    if (listed === undefined || (kind === 'lzh' && plainName(listed) !== plainName(raw))) continue;
    const encoding = page === null ? undefined : CODE_PAGES.get(page);
    if (text !== null) {
      fields.set(listed, { text });
      // 7-Zip lists this name if the checksum in the field matches that of the directory's name.
      fields.set(Buffer.from(text).toString('latin1'), { text });
    } else if (encoding !== undefined) fields.set(listed, { encoding });
  }
  return fields;
}

function mayHaveMore({ type, entries }: Listing): 'zip' | 'lzh' | null {
  if (type === 'zip' && entries.some((entry) => hasUnicodePath(entry))) return 'zip';
  return type === 'Lzh' ? 'lzh' : null;
}

/** 7-Zip names the extra field in the properties of the entry. */
const hasUnicodePath = ({ unicodePath, path }: ArchiveEntry): boolean => unicodePath && !isAscii(path);

/** Returns a name as 7-Zip shows it: a folder without its last slash, and a line feed as `_`. */
const listedName = (raw: string): string => raw.replace(/\/$/, '').replaceAll('\n', '_');

/** Returns a name as 7-Zip lists it in an lzh: each backslash is a slash. */
const plainName = (raw: string): string => listedName(raw.replaceAll('\\', '/'));

interface ReadName {
  /** Index of the entry, from 0. */
  readonly at: number;
  readonly raw: string;
  readonly text: string | null;
  readonly page: number | null;
}

async function runScript(kind: 'zip' | 'lzh', archive: string, context: WorkContext): Promise<ReadName[]> {
  const stdoutFile = join(context.workFolder, 'names.json');
  const { exitCode } = await context.run({
    name: 'python3',
    path: findPython(),
    args: ['-I', '-S', SCRIPT, kind, archive],
    readable: [SCRIPT],
    stdoutFile,
    acceptExitCodes: 'any',
  });
  const json = await readFile(stdoutFile, 'utf8');
  await rm(stdoutFile);
  if (exitCode !== 0) return [];
  const names = JSON.parse(json) as readonly (readonly [number, string, string | null, number | null])[];
  return names.map(([at, hex, text, page]) => ({ at, raw: Buffer.from(hex, 'hex').toString('latin1'), text, page }));
}
