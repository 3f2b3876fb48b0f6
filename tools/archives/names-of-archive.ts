import type { Listing } from './list.ts';
import { decodeName, ENCODING_LABELS, guessEncoding, mendLzhName } from './names.ts';

/** Formats of Unix programs, whose names were never in a DOS code page. */
const UNIX_TYPES: ReadonlySet<string | null> = new Set(['tar', 'Cpio', 'Ar', 'Xar']);

/** How the names of one archive are read. */
export interface Naming {
  /** The text of a name that is a character for each byte. */
  readonly nameOf: (raw: string) => string;
  /** What users know the encoding by that was guessed; null: names are UTF-8. */
  readonly encoding: string | null;
}

/**
 * From names as bytes to names as text, by one rule for all names of the archive that do not say what they are.
 * @param raws all names, a character for each byte
 * @param saysUtf8 whether the archive says of a name that it is UTF-8
 */
export function namingOf(
  { type, entries }: Listing,
  raws: readonly string[],
  saysUtf8: (raw: string) => boolean,
): Naming {
  const isClear = (raw: string) => type === 'zip' && saysUtf8(raw);
  const mend = type === 'Lzh' ? mendLzhName : (raw: string) => raw;
  const encoding = guessEncoding(raws.filter((raw) => !isClear(raw)).map(mend), UNIX_TYPES.has(type));
  // Some Windows programs write backslashes between folders, against zip's specification (APPNOTE 4.4.17.1).
  const backslashParts = type === 'zip' && entries.some(({ fromDos, path }) => fromDos && path.includes('\\'));
  const nameOf = (raw: string): string => {
    const name = decodeName(mend(raw), isClear(raw) ? 'utf-8' : encoding);
    return backslashParts ? name.replaceAll('\\', '/') : name;
  };
  return { nameOf, encoding: encoding === 'utf-8' ? null : ENCODING_LABELS[encoding] };
}
