import { INSTALLATION, installed } from '../../../src/process/installation.ts';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { chooseDecoder } from '../../ffmpeg/decoder.ts';
import { type FfmpegResult, pipeFfmpeg } from '../../ffmpeg/ffmpeg.ts';
import { inputArguments } from '../../ffmpeg/input-safety.ts';
import type { Program } from '../../ffmpeg/programs.ts';
import { Progress } from '../../ffmpeg/progress.ts';
import type { SourceFacts } from '../../ffmpeg/source.ts';
import type { SpokenLanguage } from './languages.ts';
import { requireRuntime, type SpeechModel, unavailable, VOICE_ACTIVITY_FILE } from './models.ts';
import type { Utterance } from './paragraphs.ts';
import type { RecogniserJob, RecogniserLine } from './recogniser/job.ts';
import { SAMPLE_RATE } from './recogniser/sound.ts';
import type { SpokenWords } from './recogniser/words.ts';

const GiB = 1024 ** 3;
/** Time is up to the task: an hour of speech takes a small model a minute, and a large one longer than any fixed limit. */
const TIME = { wallMs: 2 ** 31 - 1, cpuSeconds: 2 ** 31 - 1 };
/** What a model takes in memory for each byte of its files, at most: numbers of 8 bits may become numbers of 32. */
const MEMORY_PER_BYTE = 5;

/** What logs and messages call the program. */
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
  /** How many pieces of speech the model failed at, which therefore are missing. */
  readonly failures: number;
  /** What ffmpeg said of the input, and how much sound came out of it. */
  readonly decoded: FfmpegResult;
}

/**
 * Decodes the sound of an input and recognises it as it comes, each in a sandboxed process. Nothing of the sound is kept.
 * Throws ConversionError: what runFfmpeg and programs throw, `program_missing`, `speech_model_unavailable` for a model that
 * does not load.
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

/** Arguments that write the sound to standard output as the recogniser reads it. */
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
    args: [installed('tools/speech/stt/recogniser/main.ts'), JSON.stringify(job)],
    // All of the model's folder: large models keep their numbers in further files, which the first one names.
    readable: [...INSTALLATION, ...requireRuntime('recognising speech'), folder, voiceActivity],
    limits: { memoryBytes: GiB + MEMORY_PER_BYTE * size },
  };
}

function withoutTimeLimit(context: WorkContext): WorkContext {
  const unlimited = (call: ProgramCall): ProgramCall => ({ ...call, limits: { ...call.limits, ...TIME } });
  return { ...context, pipe: (calls) => context.pipe(calls.map(unlimited)) };
}

/** Lines of the recogniser's errors that are kept for the log. */
const MOST_LINES = 50;

/** What sherpa-onnx says where a model failed at a piece, for which it then gives an empty text. */
const FAILURE = 'Caught exception';

/** Collects what the recogniser says. */
class Listening {
  readonly utterances: (Utterance & SpokenWords)[] = [];
  isReady = false;
  failures = 0;
  readonly #errors: string[] = [];

  /** For the log. */
  get errors(): string {
    return this.#errors.join('\n');
  }

  attach(call: ProgramCall): ProgramCall {
    return { ...call, onStdout: (line) => this.#hear(line), onStderr: (line) => this.#keep(line) };
  }

  #hear(text: string): void {
    // A library's chatter.
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

/** Where the recogniser ended, the error is in its words. Cancels, limits and faults of the input keep theirs. */
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

/** It crashed, or gave an exit code. */
function isEndOfRecogniser(error: unknown): error is ConversionError {
  if (!(error instanceof ConversionError) || error.details.program !== NAME) return false;
  return error.code === 'engine_crashed' || error.code === 'conversion_failed';
}
