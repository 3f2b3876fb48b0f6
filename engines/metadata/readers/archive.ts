import { ConversionError } from '../../../src/task/errors.ts';
import { inspectArchive } from '../../../tools/archives/inspect.ts';
import { archiveKindOf } from '../../../tools/archives/kinds.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../tools/archives/limits.ts';
import type { ArchiveEntry } from '../../../tools/archives/list.ts';
import { LIST_LIMITS } from '../limits.ts';
import type { Facts } from '../schema/document.ts';
import { found, list, text } from '../values.ts';
import type { Reading } from './reading.ts';

type Archive = NonNullable<Facts['archive']>;
type Member = NonNullable<Archive['members']>['items'][number];

/** Members of an archive, which is listed and not unpacked; a compressed stream is decompressed to look into it. */
export async function readArchive({ input, context, warn }: Reading): Promise<Facts> {
  const kind = archiveKindOf(input);
  if (kind === null || !kind.recognized) return {};
  const unpacker = { input, context, limits: DEFAULT_ARCHIVE_LIMITS, progress: () => {} };
  try {
    const { type, entries, encoding, problem } = await inspectArchive(kind.unpacking, unpacker);
    if (problem !== null) warn('input_damaged', problem.message);
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
    if (error.code !== 'input_password_wrong') throw error;
    warn('output_limited', `${error.message} Only what is readable without it was read.`);
    return { encrypted: true, archive: {} };
  }
}

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
