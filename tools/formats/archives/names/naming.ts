import { type Listing, UNIX_TYPES } from '../list.ts';
import { decodeName, isAscii, NAME_ENCODINGS, type NameEncoding, repairBackslashes } from './encodings.ts';
import type { NameFields } from './fields.ts';
import { guessEncodings } from './guess.ts';

/** Formats whose names 7-Zip lists with every backslash as a slash, even those within a character. */
const SLASHED_TYPES: ReadonlySet<string | null> = new Set(['Lzh', 'Cab']);

/** Formats whose names are Unicode, so nothing has to be guessed. */
const UNICODE_TYPES: ReadonlySet<string | null> = new Set(['7z', 'Rar', 'Rar5']);

/** Known facts about the names of one archive. */
export interface NamesOfArchive {
  readonly listing: Listing;
  /** Raw names, a character for each byte. */
  readonly names: readonly string[];
  /** The archive's information about single names. */
  readonly fields: NameFields;
  /** The encoding set by the user; null if it is guessed. */
  readonly given: NameEncoding | null;
}

/** Names whose encoding was guessed because the archive does not state it. */
export interface GuessedNames {
  /** User-facing names of the guessed encodings, separated by commas. */
  readonly encodings: string;
  /** Number of names decoded by guessing. */
  readonly count: number;
  /** Number of other names beyond ASCII, which are UTF-8 or state their encoding. */
  readonly others: number;
}

/** How to decode the names of one archive. */
export interface Naming {
  /** Decodes a raw name with a character for each byte. */
  readonly nameOf: (raw: string) => string;
  /** Null if nothing was guessed. */
  readonly guessed: GuessedNames | null;
  /** Number of names with bytes that have no character in the user's encoding. */
  readonly unreadable: number;
  /** Whether the user's encoding was needed: some name beyond ASCII does not state its own. */
  readonly givenIsUsed: boolean;
}

/** Decodes names: by the archive's information first, then the user's encoding, then the most likely one. */
export function namingOf({ listing: { type, entries }, names, fields, given }: NamesOfArchive): Naming {
  const unclear = names.filter((raw) => !isAscii(raw) && !fields.has(raw));
  const slashed = SLASHED_TYPES.has(type);
  const guess = guessEncodings(unclear, { fromUnix: UNIX_TYPES.has(type), slashed });
  const encodingOf = (raw: string): NameEncoding => {
    if (isAscii(raw) || UNICODE_TYPES.has(type)) return 'utf8';
    return given ?? guess(raw);
  };
  const textOf = (raw: string): string => {
    const field = fields.get(raw);
    if (field !== undefined && 'text' in field) return field.text;
    const encoding = field?.encoding ?? encodingOf(raw);
    return decodeName(slashed ? repairBackslashes(raw, encoding) : raw, encoding);
  };
  // Some Windows programs write backslashes between folders, against zip's specification (APPNOTE 4.4.17.1).
  const backslashParts = type === 'zip' && entries.some(({ fromDos, path }) => fromDos && path.includes('\\'));
  const beyondAscii = names.filter((raw) => !isAscii(raw));
  return {
    nameOf: (raw) => (backslashParts ? textOf(raw).replaceAll('\\', '/') : textOf(raw)),
    guessed: given === null ? guessedNames(unclear.map(encodingOf), beyondAscii.length) : null,
    unreadable: given === null ? 0 : unclear.filter((raw) => textOf(raw).includes('\ufffd')).length,
    givenIsUsed: given !== null && unclear.length > 0 && !UNICODE_TYPES.has(type),
  };
}

function guessedNames(encodings: readonly NameEncoding[], beyondAscii: number): GuessedNames | null {
  const legacy = encodings.filter((encoding) => encoding !== 'utf8');
  if (legacy.length === 0) return null;
  const labels = [...new Set(legacy)].map((encoding) => NAME_ENCODINGS[encoding].label);
  return { encodings: labels.join(', '), count: legacy.length, others: beyondAscii - legacy.length };
}
