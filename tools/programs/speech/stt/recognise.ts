import { INSTALLATION, installed } from '../../../../src/process/installation.ts';
import type { ProgramCall } from '../../../../src/process/program-call.ts';
import { ConversionError } from '../../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../../src/work/context.ts';
import { chooseDecoder } from '../../ffmpeg/decoder.ts';
import { type FfmpegResult, pipeFfmpeg } from '../../ffmpeg/ffmpeg.ts';
import { inputArguments } from '../../ffmpeg/probe/input-safety.ts';
import type { SourceFacts } from '../../ffmpeg/probe/source.ts';
import type { Program } from '../../ffmpeg/programs.ts';
import { Progress } from '../../ffmpeg/progress.ts';
import type { SpokenLanguage } from './languages.ts';
import { requireRuntime, type SpeechModel, unavailable, VOICE_ACTIVITY_FILE } from './models.ts';
import type { Utterance } from './paragraphs.ts';
import type { RecogniserJob, RecogniserLine } from './recogniser/job.ts';
import { SAMPLE_RATE } from './recogniser/sound.ts';
import type { SpokenWords } from './recogniser/words.ts';

const GiB = 1024 ** 3;
/** Only the task limits time: an hour of speech takes a small model a minute, and a large one longer than any fixed limit. */
const TIME = { wallMs: 2 ** 31 - 1, cpuSeconds: 2 ** 31 - 1 };
/** Most memory of a model for each byte of its files: 8-bit numbers may become 32-bit ones. */
const MEMORY_PER_BYTE = 5;

/** Name of the program in logs and messages. */
const NAME = 'speech recognition';

export interface RecogniseRequest {
  readonly input: LocalInput;
  readonly source: SourceFacts;
  readonly language: SpokenLanguage;
  readonly speech: SpeechModel;
  readonly ffmpeg: Program;
}

export interface Recognised {
  readonly utterances: readonly (Utterance & SpokenWords)[];
  /** Number of pieces of speech that are missing because the model failed. */
  readonly failures: number;
  /** ffmpeg's messages about the input, and the length of its sound. */
  readonly decoded: FfmpegResult;
}

/**
 * Decodes the sound of an input and recognises it while it is decoded, each in a sandboxed process. No sound is stored. Throws
 * ConversionError: what runFfmpeg and programs throw, `program_missing`, `speech_model_unavailable` for a model that does not load.
 */
export async function recognise(request: RecogniseRequest, context: WorkContext): Promise<Recognised> {
  const { input, source, ffmpeg, language, speech } = request;
  const listening = new Listening();
  const runs = { ffmpeg, context: withoutTimeLimit(context), filename: input.filename };
  const decoder = await chooseDecoder(source.audio.codec, ffmpeg, context);
  const progress = new Progress((percent) => context.progress(percent), source.audio.length.seconds);
  try {
    const call = listening.attach(recogniserCall(language, speech));
    const decoded = await pipeFfmpeg(runs, decodeArguments(input.path, source, decoder), call, progress.rest());
    const { utterances, failures } = listening;
    if (utterances.length === 0 && failures > 0) throw unusable(request, listening.errors);
    return { utterances, failures, decoded };
  } catch (error) {
    throw explain(error, listening, request);
  }
}

/** Returns arguments that write the sound to standard output in the recogniser's format. */
function decodeArguments(path: string, { audio }: SourceFacts, decoder: readonly string[]): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-progress', 'pipe:2', '-stats_period', '0.5'],
    ...['-v', 'error', '-abort_on', 'empty_output'],
    ...decoder,
    ...inputArguments(path),
    ...['-map', `0:${audio.index}`, '-map_metadata', '-1', '-ac', '1', '-ar', String(SAMPLE_RATE)],
    ...['-c:a', 'pcm_f32le', '-f', 'f32le', 'pipe:1'],
  ];
}

function recogniserCall(language: SpokenLanguage, { model, voiceActivity }: SpeechModel): ProgramCall {
  const { type, files, maxSeconds, folder, size } = model;
  const job: RecogniserJob = {
    type,
    files,
    voiceActivity,
    language: language.code,
    spaced: language.spaced,
    maxSeconds,
  };
  return {
    name: NAME,
    path: process.execPath,
    args: [installed('tools/programs/speech/stt/recogniser/main.ts'), JSON.stringify(job)],
    // The whole folder of the model: large models keep their weights in other files, which the first one refers to.
    readable: [...INSTALLATION, ...requireRuntime('recognising speech'), folder, voiceActivity],
    limits: { memoryBytes: GiB + MEMORY_PER_BYTE * size },
  };
}

function withoutTimeLimit(context: WorkContext): WorkContext {
  const unlimited = (call: ProgramCall): ProgramCall => ({ ...call, limits: { ...call.limits, ...TIME } });
  return { ...context, pipe: (calls) => context.pipe(calls.map(unlimited)) };
}

/** Most lines of the recogniser's errors kept for the log. */
const MOST_LINES = 50;

/** sherpa-onnx's message if a model failed on a piece, for which it then returns an empty text. */
const FAILURE = 'Caught exception';

/** Collects the output of the recogniser. */
class Listening {
  readonly utterances: (Utterance & SpokenWords)[] = [];
  isReady = false;
  failures = 0;
  readonly #errors: string[] = [];

  /** Errors for the log. */
  get errors(): string {
    return this.#errors.join('\n');
  }

  attach(call: ProgramCall): ProgramCall {
    return { ...call, onStdout: (line) => this.#hear(line), onStderr: (line) => this.#keep(line) };
  }

  #hear(text: string): void {
    // Messages of a library.
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text) as RecogniserLine;
    if ('ready' in line) this.isReady = true;
    else this.utterances.push(line);
  }

  #keep(line: string): void {
    if (line.includes(FAILURE)) this.failures += 1;
    if (this.#errors.push(line) > MOST_LINES) this.#errors.shift();
  }
}

/** If the recogniser failed, its output has the error. Cancellations, limits and errors of the input stay as they are. */
function explain(error: unknown, listening: Listening, { input, language, speech }: RecogniseRequest): unknown {
  if (!isEndOfRecogniser(error)) return error;
  const log = [listening.errors, error.log].filter(Boolean).join('\n');
  if (!listening.isReady) return unusable({ language, speech }, log);
  const message = `The speech in ${input.filename} could not be recognised: the program for it gave up.`;
  return new ConversionError(error.code, message, { details: { program: NAME }, log, cause: error });
}

function unusable({ language, speech }: Pick<RecogniseRequest, 'language' | 'speech'>, log: string): ConversionError {
  const files = `one of its files, or ${VOICE_ACTIVITY_FILE} beside it, is damaged, or its model.json names another type of model`;
  return unavailable(language, `the model folder ${speech.name} does not work: ${files}`, log);
}

/** Whether it crashed, or ended with an exit code. */
function isEndOfRecogniser(error: unknown): error is ConversionError {
  if (!(error instanceof ConversionError) || error.details.program !== NAME) return false;
  return error.code === 'engine_crashed' || error.code === 'conversion_failed';
}
