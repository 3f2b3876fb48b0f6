import { ConversionError } from '../../../src/task/errors.ts';
import { inspectArchive } from '../../../tools/formats/archives/inspect.ts';
import { archiveKindOf } from '../../../tools/formats/archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../tools/formats/archives/limits.ts';
import type { ArchiveEntry } from '../../../tools/formats/archives/list.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { found, list, text } from '../values.ts';
import type { Reading } from './reader.ts';

type Archive = NonNullable<Facts['archive']>;
type Member = NonNullable<Archive['members']>['items'][number];

/** Lists the members of an archive without unpacking it; a compressed stream is decompressed to look into it. */
export async function readArchive({ input, context, warn }: Reading): Promise<Facts> {
  const kind = archiveKindOf(input);
  if (kind === null || !kind.recognized) return {};
  const limits = DEFAULT_ARCHIVE_LIMITS;
  const unpacker = {
    input,
    context: { ...context, warn: ofListing(input.filename, warn) },
    limits,
    progress: () => {},
  };
  try {
    const { type, entries, encoding, problem } = await inspectArchive(kind.unpacking, unpacker);
    if (problem !== null) warnOfProblem(problem, input.filename, warn);
    const limited = entries.length > DEFAULT_ARCHIVE_LIMITS.maxEntries;
    if (limited) warn('output_limited', `Only the first ${DEFAULT_ARCHIVE_LIMITS.maxEntries} members were counted.`);
    return found<Facts>({
      encrypted: entries.some(({ encrypted }) => encrypted),
      archive: found<Archive>({
        format: text(type),
        files: entries.filter((entry) => kindOf(entry) === 'file').length,
        folders: entries.filter((entry) => kindOf(entry) === 'folder').length,
        unpacked_bytes: entries.reduce((sum, { size }) => sum + (size ?? 0), 0),
        name_encoding: text(encoding),
        members: list(entries.map(memberOf), LIST_LIMITS.members),
      }),
    });
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    if (error.code === 'input_password_needed') return { encrypted: true, archive: {} };
    if (UNREADABLE.has(error.code)) {
      warnOfProblem(error, input.filename, warn);
      return {};
    }
    if (error.code !== 'input_password_wrong') throw error;
    warn('output_limited', `${error.message} Only what is readable without it was read.`);
    return { encrypted: true, archive: {} };
  }
}

const UNREADABLE: ReadonlySet<string> = new Set(['input_damaged', 'input_truncated', 'conversion_failed']);

/** Warns of errors that stop unpacking, worded for a list. */
function warnOfProblem({ code, message }: ConversionError, filename: string, warn: Reading['warn']): void {
  const missing = `${filename} is damaged, or its format has parts that are unknown here: members may be missing.`;
  if (code === 'input_truncated') warn(code, message);
  else warn('input_damaged', missing);
}

/** Drops warnings about data between or after the members: nothing is converted here. */
const ofListing =
  (filename: string, warn: Reading['warn']): Reading['warn'] =>
  (code, message) =>
    warn(code, code === 'input_damaged' ? `${filename} has bytes that belong to no member.` : message);

function memberOf(entry: ArchiveEntry): Member {
  return found<Member>({
    path: text(entry.path) ?? '',
    kind: kindOf(entry),
    size_bytes: kindOf(entry) === 'folder' ? undefined : (entry.size ?? undefined),
    packed_bytes: kindOf(entry) === 'folder' ? undefined : (entry.packedSize ?? undefined),
    encrypted: entry.encrypted || undefined,
  });
}

function kindOf({ kind, special }: ArchiveEntry): Member['kind'] {
  if (special === null) return kind;
  return special.endsWith('link') ? 'link' : 'special';
}
