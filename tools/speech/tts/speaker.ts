import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
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

/** Who says a text, and what has to be done to the text before. */
export interface Speaker {
  /** What messages call it. */
  readonly name: string;
  readonly reading: Reading;
  /** Scripts besides Latin that it reads; null: not known. */
  readonly scripts: readonly string[] | null;
  /** Most characters that it gets at once. */
  readonly longest: number;
  /** Whether a heading is spoken separately, so that we add the pauses around it: if starting the program takes no time. */
  readonly splitsAtHeadings: boolean;
  /** The call that says a text: WAV to its standard output. */
  call(text: string): ProgramCall;
  /** What the failure of a call means, where that is not what the program says. */
  explain?(error: unknown): unknown;
}

/** Which voice reads (option tts_voice): that of espeak-ng or of the operator's command, or a neural one of the folder of models. */
export type VoiceKind = 'standard' | 'neural';

/**
 * The neural voice for a locale, or the operator's command for it, else espeak-ng. Throws ConversionError `program_missing`,
 * `speech_model_unavailable`.
 */
export async function findSpeaker(locale: Locale, kind: VoiceKind): Promise<Speaker> {
  if (kind === 'neural') return neuralSpeaker(await requireVoice(locale), locale);
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

/** Seconds, as long as espeak-ng's between two paragraphs. */
const PARAGRAPH_PAUSE = 0.54;

const GiB = 1024 ** 3;
/** What a voice takes in memory for each byte of its files, at most: numbers of 8 bits may become numbers of 32. */
const MEMORY_PER_BYTE = 5;
/** Time is up to the task. */
const TIME = { wallMs: 2 ** 31 - 1, cpuSeconds: 2 ** 31 - 1 };

function neuralSpeaker(voice: NeuralVoice, locale: Locale): Speaker {
  const { type, paths, folder, speaker, speed, size } = voice;
  const runtime = requireRuntime('tts_voice neural');
  const job: SpeakJob = { type, paths, speaker, speed, pause: PARAGRAPH_PAUSE };
  const name = 'neural voice';
  const call = {
    name,
    path: process.execPath,
    args: [installed('tools/speech/tts/neural/main.ts'), JSON.stringify(job)],
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
