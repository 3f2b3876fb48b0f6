import { rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defineEngine, type OutputFile, type RequestOf } from '../../src/runner/engine.ts';
import { ConversionError } from '../../src/task/errors.ts';
import { type WorkContext, within } from '../../src/work/context.ts';
import { chooseDecoder } from '../../tools/programs/ffmpeg/decoder.ts';
import {
  decodingErrors,
  type Missing,
  partWarnings,
  producedNothing,
  timesGoBack,
} from '../../tools/programs/ffmpeg/failures.ts';
import type { FfmpegResult } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { limited, noEffect, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { endsEarly } from '../../tools/programs/ffmpeg/probe/declared-size.ts';
import { rateWarnings } from '../../tools/programs/ffmpeg/probe/edited.ts';
import { probeOutput } from '../../tools/programs/ffmpeg/probe/probe.ts';
import type { Length, SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';
import { type Program, requireProgram } from '../../tools/programs/ffmpeg/programs.ts';
import { describeReadingAloud } from '../../tools/programs/speech/tts/describe.ts';
import { closeTextPools } from '../../tools/programs/speech/tts/text/pool.ts';
import { catalog } from './catalog.ts';
import { openingOf } from './commands.ts';
import { type AudioTarget, CONTAINERS } from './containers.ts';
import { hiddenCover, inputsOf, makeCover } from './cover.ts';
import { conversionOf, decodeToFile } from './decoded.ts';
import { describePrograms } from './describe.ts';
import { leavesOutSilence } from './effects.ts';
import { type Conversion, type Encoded, encode } from './encode.ts';
import { joinInputs } from './join-inputs.ts';
import { selectMetadata, withoutMetadata } from './metadata.ts';
import { planEncoding } from './plan.ts';
import { readOptions, withMetadata } from './read-options.ts';
import { addRecords } from './records.ts';
import { withoutSilence } from './silence.ts';
import { openSound } from './speech.ts';
import { dateWarnings } from './tag-forms.ts';
import { nothingFrom, planCut } from './trim.ts';
import { checkResult } from './verify.ts';
import { convertToWaveform } from './waveform.ts';

/** The audio engine: it converts sound of any kind to the audio targets, with ffmpeg, fdkaac and flac. */
export const engine = defineEngine(catalog, {
  appliesMetadata: (target) => target !== 'waveform',
  combinesInputs: ({ target, options }) => target !== 'waveform' && (options.cover === true || options.merge === true),
  convert,
  describe: async () => [...(await describePrograms()), ...(await describeReadingAloud())],
  close: closeTextPools,
});

async function convert(request: RequestOf<typeof catalog>, context: WorkContext): Promise<OutputFile[]> {
  return request.target === 'waveform' ? convertToWaveform(request, context) : convertToSound(request, context);
}

async function convertToSound(
  request: RequestOf<typeof catalog, AudioTarget>,
  whole: WorkContext,
): Promise<OutputFile[]> {
  const edit = request.metadata;
  const asked = withMetadata(readOptions(request.options), edit);
  const ffmpeg = await requireProgram('ffmpeg', `audio/${request.target}`);
  const ffprobe = await requireProgram('ffprobe', `audio/${request.target}`);
  const isJoined = asked.merge && request.inputs.length > 1;
  const container = CONTAINERS[request.target];
  const joining = { ffmpeg, ffprobe, options: asked, hasChapters: container.chapters !== 'none' };
  const given = isJoined
    ? [await joinInputs(request.inputs, { ...joining, context: within(whole, 0, JOINED) })]
    : request.inputs;
  const { sound, picture } = inputsOf(given, asked.takesCover, container);
  const rest = isJoined ? { ...asked, speaker: null, track: 1 } : asked;
  const heard = await openSound(ffprobe, sound, rest, isJoined ? within(whole, JOINED, 100) : whole);
  const { input, source: opened, options, context } = heard;
  const source = edit?.clear === true ? withoutMetadata(opened) : opened;
  const plan = planEncoding(request.target, options, source);
  const cut = planCut(options, source);
  const warn = (warnings: readonly Warning[]) => {
    for (const { code, message, details } of warnings) context.warn(code, message, details);
  };
  warn([...plan.encoding.warnings, ...cut.warnings, ...ownWarnings(request.target, { options, cut, source, input })]);
  const opening = openingOf(input.path, cut.openAt, await chooseDecoder(source.audio.codec, ffmpeg, context));
  const programs = { ffmpeg, ffprobe, context };
  const cover =
    picture === null ? await hiddenCover({ input, source, options }, programs) : await makeCover(picture, programs);
  const metadata = selectMetadata({ source, path: input.path, options, cut, cover });
  const conversion: Conversion = { context, input, ffmpeg, options, source, plan, cut, metadata, opening };
  const { encoded, decoded, length } = await encodeOrExplain(conversion, ffprobe);
  const result = await addRecords({ source, metadata, path: encoded.path, plan }, ffprobe, context);
  const { size } = await stat(encoded.path);
  refuseNothing(conversion, encoded, result);
  const early = cut.end === null && (await endsEarly(input.path, input.size));
  warn(
    partWarnings(
      decoded.stderr,
      early,
      missingSeconds(conversion, decoded, encoded === decoded ? result : null),
      input.filename,
    ),
  );
  warn(dateWarnings(metadata.tags, plan.container));
  warn(checkResult({ plan, metadata, result, size, encoded, length }));
  return [{ ...(await finish(conversion, encoded)), inputIds: request.inputs.map(({ id }) => id) }];
}

/** Progress, %, at which several inputs are joined. */
const JOINED = 40;

/** Maximum length: the phones that M4R is for refuse longer ring tones. */
const LONGEST_RINGTONE_SECONDS = 40;

function ownWarnings(
  target: string,
  { options, cut, source, input: { filename } }: Pick<Conversion, 'options' | 'cut' | 'source' | 'input'>,
): Warning[] {
  const warnings: Warning[] = rateWarnings([source.audio], filename);
  const { speaker } = options;
  const { seconds } = cut.length;
  if (leavesOutSilence(options) && source.chapters.length > 0) {
    const option = options.trimSilence ? 'trim_silence' : 'remove_silence';
    const message = `Option ${option}: the chapters of the input were left out, as their times would be wrong.`;
    warnings.push(limited(message, { option, chapters: source.chapters.length }));
  }
  if (speaker !== null) warnings.push(noEffect('language_tts', 'the input is audio; there is no text to read aloud'));
  if (target === 'm4r' && seconds !== null && seconds > LONGEST_RINGTONE_SECONDS) {
    const message = `The result is ${Math.round(seconds)} seconds long; phones take ring tones of up to ${LONGEST_RINGTONE_SECONDS}. Options start and end shorten it.`;
    warnings.push(limited(message, { seconds }));
  }
  return warnings;
}

interface Made {
  readonly encoded: Encoded;
  /** Result of the run that decoded the source. */
  readonly decoded: FfmpegResult;
  readonly length: Length;
}

/** Encodes. If a part chosen by `start` gives nothing, an error says that it begins past the end, which probing missed, or in damage. */
async function encodeOrExplain(conversion: Conversion, ffprobe: Program): Promise<Made> {
  try {
    const sounding = await withoutSilence(conversion);
    const { context } = conversion;
    const warnings: Parameters<WorkContext['warn']>[] = [];
    const heard = { ...context, warn: (...warning: (typeof warnings)[number]) => void warnings.push(warning) };
    const encoded = await encode({ ...(sounding?.conversion ?? conversion), context: heard });
    // The other attempt has its own warnings.
    if (timesGoBack(encoded.stderr)) return await encodeInOrder(conversion, ffprobe);
    for (const warning of warnings) context.warn(...warning);
    const { length } = sounding?.conversion.cut ?? conversion.cut;
    return { encoded, decoded: sounding?.decoded ?? encoded, length };
  } catch (error) {
    const { cut, source, input } = conversion;
    const nothing = error instanceof ConversionError && producedNothing(error.log ?? '');
    throw nothing && cut.start > 0 ? nothingFrom(cut.start, source.audio.length, input.filename) : error;
  }
}

/** Encodes the samples in stored order: encoders shorten sound whose timestamps go back, or write it unchanged. */
async function encodeInOrder(conversion: Conversion, ffprobe: Program): Promise<Made> {
  const { context, plan, input } = conversion;
  const decoded = await decodeToFile(conversion, plan.encoding.sampleRate);
  const stored = await probeOutput(ffprobe, { path: decoded.path, demuxer: 'w64' }, context);
  const ordered = conversionOf(conversion, decoded, stored?.audio.length.seconds ?? 0);
  const encoded = await encode(ordered);
  const message = `The times in ${input.filename} are missing or go back, or its sample rate changes. Its sound was converted in the order in which it is stored.`;
  context.warn('input_damaged', message, {});
  return { encoded, decoded: decoded.run, length: ordered.cut.length };
}

/** Throws ConversionError `input_damaged` for sound that cannot be decoded at all: only the silence added before it would be left. */
function refuseNothing({ plan, input }: Conversion, encoded: Encoded, result: SourceFacts | null): void {
  const { delay, sampleRate } = plan.encoding;
  const samples = delay === undefined ? 0 : delay.kind === 'dropped' ? delay.samples : delay.frame;
  const seconds = encoded.seconds ?? result?.audio.length.seconds ?? 0;
  const hasSound = result !== null && seconds * sampleRate > samples;
  if (decodingErrors(encoded.stderr) === 0 || hasSound) return;
  const message = `${input.filename} is damaged: its sound could not be decoded.`;
  throw new ConversionError('input_damaged', message, { log: encoded.stderr.slice(-4096) });
}

/** Maximum samples of a frame of any codec; lengths are uncertain by that much. */
const LONGEST_FRAME = 4096;
const TOLERANCE_SECONDS = 0.15;

/** Returns what the input announced exactly but did not contain, from how far ffmpeg got and how long the result is. */
function missingSeconds({ cut, source }: Conversion, { seconds }: FfmpegResult, result: SourceFacts | null): Missing {
  const { exact, seconds: expected } = cut.length;
  if (!exact || expected === null) return { atEnd: 0, within: 0 };
  const tolerance = TOLERANCE_SECONDS + LONGEST_FRAME / source.audio.sampleRate;
  const beyondTolerance = (missing: number) => (missing > tolerance ? missing : 0);
  const made = result?.audio.length;
  const within = made?.exact && made.seconds !== null ? beyondTolerance(expected - made.seconds) : 0;
  return { atEnd: seconds === null ? within : beyondTolerance(expected - seconds), within };
}

/** Names the result only after it is known to be complete. */
async function finish({ plan, context }: Conversion, { path }: Encoded): Promise<OutputFile> {
  const { extension, contentType } = plan.container;
  const final = join(context.workFolder, `result.${extension}`);
  await rename(path, final);
  return { path: final, extension, contentType };
}
