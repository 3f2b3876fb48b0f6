import { INSTALLATION, installed } from '../../../../src/process/installation.ts';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import { findProgram, type ProgramPlaces } from '../../../../src/process/programs.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import { requireRuntime } from '../stt/models.ts';
import type { SpeakJob } from './neural/job.ts';
import { type NeuralVoice, requireVoice, voiceUnavailable } from './neural/voice-folders.ts';
import { findOwnCommand, type OwnCommand } from './own-command.ts';
import { type Locale, type Reading, VOICES } from './voices.ts';

export const ESPEAK: ProgramPlaces = {
  name: 'espeak-ng',
  env: 'ESPEAK_NG_BIN',
  candidates: ['/usr/bin/espeak-ng', '/usr/local/bin/espeak-ng'],
  package: 'espeak-ng',
  purpose: 'language_tts',
};

/** A voice with the required preparation of its text. */
export interface Speaker {
  /** Name in messages. */
  readonly name: string;
  readonly reading: Reading;
  /** Scripts that it reads besides Latin; null if unknown. */
  readonly scripts: readonly string[] | null;
  /** Most characters of one call. */
  readonly longest: number;
  /** Whether headings are spoken separately so that we add the pauses around them, for programs that start instantly. */
  readonly splitsAtHeadings: boolean;
  /** Returns the call that speaks a text: WAV to its standard output. */
  call(text: string): ProgramCall;
  /** Returns the error for a failed call, if the program's own message is not enough. */
  explain?(error: unknown): unknown;
}

/** Which voice reads (option tts_voice): that of espeak-ng or the operator's command, or a neural one from the models' folder. */
export type VoiceKind = 'standard' | 'neural';

/**
 * Returns the neural voice for a locale, or the operator's command for it, otherwise espeak-ng. Throws ConversionError `program_missing`,
 * `speech_model_unavailable`.
 */
export async function findSpeaker(locale: Locale, kind: VoiceKind): Promise<Speaker> {
  if (kind === 'neural') return neuralSpeaker(await requireVoice(locale), locale);
  const own = await findOwnCommand(locale);
  return own === null ? espeakSpeaker(await findProgram(ESPEAK), locale) : ownSpeaker(own);
}

/** Twenty minutes of sound and a second of work: a new process costs little in comparison, and progress is still visible. */
const ESPEAK_LONGEST = 20_000;

/** `-z`: no pause after the text, because we add it. `-m`: SSML, which marks English in a Japanese text. */
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

/** Models of neural voices have some hundred megabytes, and their runtimes more. */
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

/** Seconds, as in espeak-ng. */
const PARAGRAPH_PAUSE = 0.54;

const GiB = 1024 ** 3;
/** Most memory of a voice for each byte of its files: 8-bit numbers may become 32-bit ones. */
const MEMORY_PER_BYTE = 5;
/** Only the task limits time. */
const TIME = { wallMs: 2 ** 31 - 1, cpuSeconds: 2 ** 31 - 1 };

function neuralSpeaker(voice: NeuralVoice, locale: Locale): Speaker {
  const { type, paths, folder, speaker, speed, size } = voice;
  const runtime = requireRuntime('tts_voice neural');
  const job: SpeakJob = { type, paths, speaker, speed, pause: PARAGRAPH_PAUSE };
  const name = 'neural voice';
  const call = {
    name,
    path: process.execPath,
    args: [installed('tools/programs/speech/tts/neural/main.ts'), JSON.stringify(job)],
    readable: [...INSTALLATION, ...runtime, folder],
    limits: { ...TIME, memoryBytes: GiB + MEMORY_PER_BYTE * size },
  };
  return {
    name,
    reading: 'letters',
    scripts: VOICES[locale].scripts,
    longest: OWN_LONGEST,
    splitsAtHeadings: true,
    call: (text) => ({ ...call, stdin: text }),
    explain: (error) => {
      const isOurs = error instanceof ConversionError && error.details.program === name;
      if (!isOurs || (error.code !== 'engine_crashed' && error.code !== 'conversion_failed')) return error;
      const why = `the folder ${voice.name}/voice does not work: one of its files is damaged, or its voice.json names another type, or a speaker it does not have`;
      return voiceUnavailable(locale, why, error.log);
    },
  };
}
