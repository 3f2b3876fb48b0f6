import { join } from 'node:path';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';
import { chooseDecoder } from '../../tools/programs/ffmpeg/decoder.ts';
import { type FfmpegResult, type FfmpegRuns, runFfmpeg } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import type { SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import type { Program } from '../../tools/programs/ffmpeg/programs.ts';
import { Progress } from '../../tools/programs/ffmpeg/progress.ts';
import type { Treatment } from '../../tools/programs/ffmpeg/sound/loudness.ts';
import {
  correct,
  type Goal,
  goalFilters,
  goalWarnings,
  type Measure,
  type Normalization,
  normalize,
  reachedLevel,
} from '../../tools/programs/ffmpeg/sound/normalize.ts';
import { measureArguments, type Opening, openingOf } from './commands.ts';
import { changesLength, effectFilters } from './effects.ts';
import { countsSamples, encoderDelayFilters } from './encoder-delay.ts';
import { filterGraph, finalFilters, formFilters, soundForm } from './graph.ts';
import { attachPictures, type Metadata, type MetadataRequest, type WithPictures } from './metadata.ts';
import { type ReadyMethod, readyMethod } from './methods.ts';
import { encodeInParts, type SoundInParts } from './parts/encode-parts.ts';
import type { Plan } from './plan.ts';
import type { AudioOptions } from './read-options.ts';
import type { Cut } from './trim.ts';

/** All decisions made before the first sample is decoded. */
export interface Conversion {
  readonly context: WorkContext;
  readonly input: LocalInput;
  readonly ffmpeg: Program;
  readonly options: AudioOptions;
  readonly source: SourceFacts;
  readonly plan: Plan;
  readonly cut: Cut;
  readonly metadata: Metadata;
  readonly opening: Opening;
}

/** The conversion with the filters of its effects. */
interface Prepared extends Conversion {
  readonly effects: readonly string[];
}

export interface Encoded extends FfmpegResult, WithPictures {}

/** Makes the result in a temporary file. If the loudness is to change, measures it before, and again after a lossy encoder. */
export async function encode(given: Conversion): Promise<Encoded> {
  const { context, cut, plan, source, options, opening } = given;
  const method = await readyMethod(plan.encoding.method);
  const effects = await effectFilters({ options, audio: source.audio, cut, opening, runs: runsOf(given) });
  const conversion: Prepared = { ...given, effects };
  const progress = new Progress((percent) => context.progress(percent), cut.length.seconds);
  const { treatment, goal } = await treat(conversion, progress);
  const before = await delayFilters(conversion, progress);
  const making: Making = { conversion, method, progress, before, output: join(context.workFolder, 'result.part') };
  const result =
    treatment === null || goal === null || plan.encoding.exact
      ? await make(making, treatment, progress.rest())
      : await makeLevel(making, treatment, goal);
  return { ...result, ...(await attachPictures(metadataRequest(conversion), making.output)) };
}

async function treat(conversion: Prepared, progress: Progress): Promise<Normalization> {
  const { options, context, plan, opening, source } = conversion;
  if (options.normalize === null) return { treatment: null, warnings: [], goal: null };
  const measure: Measure = ({ curve, filters, share, onStdout }) => {
    const args = measureArguments(opening, graphOf(conversion, curve, filters), curve);
    const onProgress = progress.pass(share);
    return runFfmpeg(runsOf(conversion), args, { onProgress, ...(onStdout === undefined ? {} : { onStdout }) });
  };
  const normalization = await normalize({
    options: options.normalize,
    workFolder: context.workFolder,
    form: soundForm(plan.encoding, source.audio),
    unclipped: plan.encoding.unclipped,
    measure,
  });
  for (const { code, message, details } of normalization.warnings) context.warn(code, message, details);
  return normalization;
}

/** Share of the time for counting samples, if they have to be decoded for that. */
const COUNTING = 0.1;

async function delayFilters(conversion: Prepared, progress: Progress): Promise<string[]> {
  const { delay, sampleRate } = conversion.plan.encoding;
  if (delay === undefined) return [];
  const { cut, source, opening } = conversion;
  if (delay.kind === 'dropped') return encoderDelayFilters(delay, 0);
  if (countsSamples(source, sampleRate) && !changesLength(conversion.options))
    return encoderDelayFilters(delay, Math.round((cut.length.seconds ?? 0) * sampleRate));
  const args = measureArguments(opening, graphOf(conversion, null, ['asetpts=N/SR/TB']), null);
  const { seconds } = await runFfmpeg(runsOf(conversion), args, { onProgress: progress.pass(COUNTING) });
  return encoderDelayFilters(delay, Math.round((seconds ?? 0) * sampleRate));
}

interface Making {
  readonly conversion: Prepared;
  readonly method: ReadyMethod;
  readonly progress: Progress;
  readonly output: string;
  /** Filters that come before the sound. */
  readonly before: readonly string[];
}

async function make(
  { conversion, method, output, before }: Making,
  treatment: Treatment | null,
  follow: (line: string) => void,
): Promise<FfmpegResult> {
  const { opening, source, plan } = conversion;
  const curve = treatment?.curve ?? null;
  const last = finalFilters(treatment, plan.encoding, source.audio);
  // A gain is the same everywhere; curves and limiters depend on the preceding sound.
  const inParts = curve === null && (treatment?.ceiling ?? null) === null;
  const joined = inParts ? await encodeInParts(soundInParts({ conversion, output, last, follow })) : null;
  if (joined !== null) return joined;
  const graph = graphOf(conversion, curve, [...last, ...before]);
  return method({
    runs: runsOf(conversion),
    sound: { opening, stream: source.audio.index, graph: graph === '' ? null : graph, curve },
    container: plan.container,
    metadata: metadataRequest(conversion),
    follow,
    output,
  });
}

interface Parted extends Pick<Making, 'conversion' | 'output'> {
  readonly last: readonly string[];
  readonly follow: (line: string) => void;
}

function soundInParts({ conversion, output, last, follow }: Parted): SoundInParts {
  const { plan, source, cut, options, opening } = conversion;
  return {
    ...{ encoding: plan.encoding, source, cut, options, opening, output, follow },
    runs: runsOf(conversion),
    metadata: metadataRequest(conversion),
    graph: (filters) => graphOf(conversion, null, [...last, ...filters]),
  };
}

/** Shares of the time if the level of the result is measured, and the audio perhaps encoded again. */
const FIRST_ENCODING = 0.4;
const FURTHER_ENCODING = 0.2;
const CHECKING = 0.05;
const MOST_ENCODINGS = 4;

/** Encodes, measures the resulting level, and encodes again with the missing gain. */
async function makeLevel(making: Making, first: Treatment, goal: Goal): Promise<FfmpegResult> {
  const { conversion, progress } = making;
  let treatment = first;
  let result = await make(making, treatment, progress.pass(FIRST_ENCODING));
  for (let encodings = 1; ; encodings += 1) {
    const level = await levelOf(making, goal);
    const better = encodings < MOST_ENCODINGS ? correct(treatment, goal, level) : null;
    if (better === null) {
      progress.done();
      const { name } = conversion.plan.container;
      for (const { code, message, details } of goalWarnings(goal, level, name))
        conversion.context.warn(code, message, details);
      return result;
    }
    treatment = better;
    result = await make(making, treatment, progress.pass(FURTHER_ENCODING));
  }
}

async function levelOf({ conversion, progress, output }: Making, goal: Goal): Promise<number> {
  const { demuxer } = conversion.plan.container;
  const opening = { ...openingOf(output, 0, await decoderOf(conversion)), demuxer };
  const graph = `[0:a:0]${['aformat=sample_fmts=fltp', ...goalFilters(goal)].join(',')}[sound]`;
  const args = measureArguments(opening, graph, null);
  const { stderr } = await runFfmpeg(runsOf(conversion), args, { onProgress: progress.pass(CHECKING) });
  return reachedLevel(goal, stderr);
}

const decoderOf = ({ plan, ffmpeg, context }: Conversion) => chooseDecoder(plan.encoding.codec, ffmpeg, context);

function graphOf(
  { source, plan, cut, options, effects }: Prepared,
  curve: string | null,
  filters: readonly string[],
): string {
  const { audio } = source;
  const { encoding } = plan;
  const form = formFilters({ cut, effects, encoding, source: audio, inFloat: options.normalize !== null });
  return filterGraph({ stream: audio.index, form, curve: curve !== null, filters, encoding, source: audio });
}

const runsOf = ({ ffmpeg, context, input }: Conversion): FfmpegRuns => ({
  ffmpeg,
  context,
  filename: input.filename,
});

const metadataRequest = ({ metadata, plan, ffmpeg, context }: Conversion): MetadataRequest => ({
  metadata,
  container: plan.container,
  ffmpeg,
  context,
});
