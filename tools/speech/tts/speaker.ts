import type { ProgramCall } from '../../../src/process/command.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { findOwnCommand, type OwnCommand } from './own-command.ts';
import { type Locale, type Reading, VOICES } from './voices.ts';

export const ESPEAK: ProgramPlaces = {
  name: 'espeak-ng',
  env: 'ESPEAK_NG_BIN',
  candidates: ['/usr/bin/espeak-ng', '/usr/local/bin/espeak-ng'],
  package: 'espeak-ng',
  purpose: 'language_tts',
};

/** Who says a text, and what has to be done to the text before. */
export interface Speaker {
  /** What messages call it. */
  readonly name: string;
  readonly reading: Reading;
  /** Scripts besides Latin that it reads; null: not known. */
  readonly scripts: readonly string[] | null;
  /** Most characters that it gets at once. */
  readonly longest: number;
  /** Whether a heading is said apart, so that the pauses around it are ours: where a start takes no time. */
  readonly splitsAtHeadings: boolean;
  /** The call that says a text: WAV to its standard output. */
  call(text: string): ProgramCall;
}

/** The operator's command for a locale, else espeak-ng. Throws ConversionError `program_missing`. */
export async function findSpeaker(locale: Locale): Promise<Speaker> {
  const own = await findOwnCommand(locale);
  return own === null ? espeakSpeaker(await findProgram(ESPEAK), locale) : ownSpeaker(own);
}

/** Twenty minutes of sound and a second of work: a new process costs little beside it, and progress still shows. */
const ESPEAK_LONGEST = 20_000;

/** `-z`: the pause after the text is ours to make. `-m`: SSML, which says where a Japanese text turns to English. */
function espeakSpeaker(path: string, locale: Locale): Speaker {
  const { name, reading, scripts } = VOICES[locale];
  const args = ['-v', name, '-b', '1', '-z', ...(reading === 'kana' ? ['-m'] : []), '--stdin', '--stdout'];
  return {
    name: 'espeak-ng',
    reading,
    scripts,
    longest: ESPEAK_LONGEST,
    splitsAtHeadings: true,
    call: (text) => ({ name: 'espeak-ng', path, args, stdin: text }),
  };
}

/** Five minutes of sound: neural voices take a good part of that time. */
const OWN_LONGEST = 4000;

/** Models of neural voices are some hundred megabytes, and their runtimes more. */
const OWN_MEMORY_BYTES = 4 * 1024 ** 3;

function ownSpeaker({ variable, path, args, readable }: OwnCommand): Speaker {
  const limits = { memoryBytes: OWN_MEMORY_BYTES };
  return {
    name: variable,
    reading: 'letters',
    scripts: null,
    longest: OWN_LONGEST,
    splitsAtHeadings: false,
    call: (text) => ({ name: variable, path, args, readable, limits, stdin: `${text}\n` }),
  };
}
