import { rm, stat } from 'node:fs/promises';
import { ConversionError } from '../../../src/task/errors.ts';
import { unpackingError } from './failures.ts';
import type { EntriesUnpacking, StreamUnpacking } from './kinds.ts';
import type { ArchiveEntry } from './list.ts';
import { readableLzh } from './lzh.ts';
import { readNameFields } from './names/fields.ts';
import { namingOf } from './names/naming.ts';
import { nameOfStream } from './naming.ts';
import { isVirtual } from './sevenzip.ts';
import { decode, type Listed, list, type Unpacker } from './unpack.ts';

/** Content of an archive, without unpacking it. */
export interface Inspection {
  /** 7-Zip's name of the format, for tar.gz and similar the inner one; null for a compressed file that is not an archive. */
  readonly type: string | null;
  /** Entries, with decoded names. */
  readonly entries: readonly ArchiveEntry[];
  /** Encoding of names that are not UTF-8 and whose encoding the archive does not state. */
  readonly encoding: string | null;
  /** Why the list may be incomplete: `input_damaged` and similar. The entries are those that could be read. */
  readonly problem: ConversionError | null;
}

/**
 * Lists an archive. A compressed one is decompressed first, within the budget; if it is not an archive, its content is the only entry.
 * Nothing is refused: links and names that lead outside are listed as they are. Throws ConversionError `input_password_needed`,
 * `input_password_wrong` if not even the names can be read, `input_bomb`, `input_damaged`, `input_truncated` if a compressed one cannot be
 * decompressed, and what running a program throws.
 */
export async function inspectArchive(
  unpacking: EntriesUnpacking | StreamUnpacking,
  unpacker: Unpacker,
): Promise<Inspection> {
  if (unpacking.how === 'entries') {
    const { path } = unpacker.input;
    const archive = unpacking.types.includes('Lzh') ? await readableLzh(path, unpacker.context) : path;
    return inspected(archive, await list(archive, unpacking.types, unpacker), unpacker);
  }
  const decoded = await decode(unpacking.decoder, unpacker);
  try {
    for (const type of unpacking.inner) {
      const listed = await list(decoded, [type], unpacker);
      if (listed.listing.type !== null) return await inspected(decoded, listed, unpacker);
    }
    return onlyFile((await stat(decoded)).size, unpacker);
  } finally {
    await rm(decoded, { force: true });
  }
}

async function inspected(
  archive: string,
  { listing, exitCode, said }: Listed,
  { input, context }: Unpacker,
): Promise<Inspection> {
  const failure = { program: '7zz', exitCode, said, passwordGiven: input.decryptPassword !== null };
  const problem = exitCode === 0 ? null : unpackingError(failure);
  if (listing.type === null || (problem !== null && PASSWORDS.has(problem.code))) {
    throw problem ?? new ConversionError('input_damaged', 'The archive is damaged: its members cannot be listed.');
  }
  const entries = listing.entries.filter(({ path }) => !isVirtual(listing.type, path));
  const fields = await readNameFields(archive, listing, context);
  const { nameOf, guessed } = namingOf({ listing, names: entries.map(({ path }) => path), fields, given: null });
  return {
    type: listing.type,
    entries: entries.map((entry) => ({ ...entry, path: nameOf(entry.path) })),
    encoding: guessed?.encodings ?? null,
    problem,
  };
}

const PASSWORDS: ReadonlySet<string> = new Set(['input_password_needed', 'input_password_wrong']);

function onlyFile(size: number, { input }: Unpacker): Inspection {
  const entry: ArchiveEntry = {
    path: nameOfStream(input.filename),
    kind: 'file',
    special: null,
    sameAs: null,
    leadsTo: null,
    size,
    packedSize: input.size,
    offset: null,
    mode: null,
    encrypted: false,
    modified: null,
    split: false,
    saysUtf8: true,
    unicodePath: false,
    unreadHeaders: false,
    fromDos: false,
    fromWindows: false,
  };
  return { type: null, entries: [entry], encoding: null, problem: null };
}
