import { type Listing, UNIX_TYPES } from '../list.ts';
import { decodeName, isAscii, NAME_ENCODINGS, type NameEncoding, repairBackslashes } from './encodings.ts';
import type { NameFields } from './fields.ts';
import { guessEncodings } from './guess.ts';

/** Formats whose names 7-Zip lists with every backslash as a slash, also those within a character. */
const SLASHED_TYPES: ReadonlySet<string | null> = new Set(['Lzh', 'Cab']);

/** Formats whose names are Unicode, so that there is nothing to find out. */
const UNICODE_TYPES: ReadonlySet<string | null> = new Set(['7z', 'Rar', 'Rar5']);

/** What is known of the names of one archive. */
export interface NamesOfArchive {
  readonly listing: Listing;
  /** A character for each byte. */
  readonly names: readonly string[];
  /** The archive's information about single names. */
  readonly fields: NameFields;
  /** The encoding that the user names; null: it is guessed. */
  readonly given: NameEncoding | null;
}

/** What was done to names of which the archive does not say what they are. */
export interface GuessedNames {
  /** What users know their encodings by; several separated by commas. */
  readonly encodings: string;
  /** How many names were read so. */
  readonly count: number;
  /** How many others beyond ASCII are UTF-8, or say what they are. */
  readonly others: number;
}

/** How the names of one archive are read. */
export interface Naming {
  /** The text of a name that is a character for each byte. */
  readonly nameOf: (raw: string) => string;
  /** Null: nothing had to be guessed. */
  readonly guessed: GuessedNames | null;
  /** Names that have bytes for which the encoding that the user names has no character. */
  readonly unreadable: number;
  /** Whether the encoding that the user names was of use: some name beyond ASCII does not say what it is. */
  readonly givenIsUsed: boolean;
}

/** From names as bytes to names as text: what the archive says first, then what the user says, then what is likeliest. */
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
