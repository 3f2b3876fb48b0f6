import type { DeviceAccess } from '../../tools/programs/ffmpeg/ffmpeg.ts';
import { limited, noEffect, unsupported, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { editWarning, isPictureEdited } from '../../tools/programs/ffmpeg/probe/edited.ts';
import { dynamicRange, isTransparentFormat, type PictureTrack, ratio } from '../../tools/programs/ffmpeg/probe/film.ts';
import { type Container, cannotCopy } from './containers.ts';
import { dolbyVisionWarnings } from './dolby-vision.ts';
import { isTooLarge, type PicturePlan, planPicture } from './picture-plan.ts';
import type { Budget, FilmOptions } from './read-options.ts';
import { hasEffort, scaleValue, VIDEO_ENCODERS, type VideoEncoder } from './video-codecs.ts';

/** How the picture gets into the result. */
export type PictureWay =
  | { readonly by: 'copy'; readonly codec: string }
  | {
      readonly by: 'encode';
      readonly encoder: VideoEncoder;
      readonly plan: PicturePlan;
      readonly arguments: readonly string[];
      /** Bitrate in kbit/s. Null: a constant quality. */
      readonly kbps: number | null;
      readonly passes: 1 | 2;
      /** Device that encodes it. Software if omitted. */
      readonly device?: EncodingDevice;
    };

/** A device that encodes, and ffmpeg's arguments to open it for the whole run. */
export interface EncodingDevice extends DeviceAccess {
  readonly arguments: readonly string[];
}

/** A budget. `most`: the bits per second that limit the size of the picture. Null: any size. */
export type Resolved = Exclude<Budget, { by: 'size' }> & { readonly most: number | null };

/** Bits per pixel of a frame below which a smaller picture looks better. */
const LEAST_BITS_A_PIXEL = 0.04;

/** Plans the picture: copied if possible, else encoded. Throws ConversionError `option_unsupported`. */
export function planWay(
  track: PictureTrack,
  options: FilmOptions,
  container: Container,
  budget: Resolved,
): { way: PictureWay; warnings: readonly Warning[] } {
  const isHeld = container.holdsVideo.has(track.codec);
  const isHdr = dynamicRange(track.color) !== null;
  const warnings: Warning[] = [];
  if (options.hdr !== null && !isHdr) warnings.push(noEffect('hdr', 'the video has no high dynamic range'));
  if (options.videoCodec === 'copy') {
    if (!isHeld) throw cannotCopy('video_codec', track.codec, container, container.holdsVideo);
    if (options.start > 0) warnings.push(limited(COPIED_START, { option: 'start' }));
    warnings.push(...editWarning('video_codec', isPictureEdited(track, container)));
    warnings.push(...dolbyVisionWarnings(track, { by: 'copy', container }));
    return { way: { by: 'copy', codec: track.codec }, warnings };
  }
  const name = options.videoCodec ?? container.video;
  const encoder = VIDEO_ENCODERS[name];
  const effort = options.effort !== 'balanced' && hasEffort(encoder);
  if (options.effort !== 'balanced' && !effort)
    warnings.push(noEffect('effort', `the encoder of ${name} has no such choice`));
  const wanted = options.videoCodec === null || encoder.codec === track.codec;
  const isAsShown = !changesPicture(options, track) && !isPictureEdited(track, container);
  if (wanted && isHeld && !effort && isAsShown) {
    warnings.push(...dolbyVisionWarnings(track, { by: 'copy', container }));
    return { way: { by: 'copy', codec: track.codec }, warnings };
  }
  if (options.hdr === 'keep' && isHdr && !encoder.hdr) {
    const reason = 'its codec has no high dynamic range; choose h265, av1, vp9 or prores, or hdr sdr';
    throw unsupported({ option: 'hdr', value: 'keep' }, reason, ['sdr']);
  }
  const toSdr = isHdr && (options.hdr === 'sdr' || !encoder.hdr);
  if (toSdr && options.hdr === null) warnings.push(limited(BROUGHT_TO_SDR, { option: 'hdr' }));
  warnings.push(...dolbyVisionWarnings(track, { by: 'encode', keepsRange: isHdr && !toSdr }));
  const pixels = pixelsOf(track, encoder, container, toSdr);
  const losesAlpha = track.hasAlpha && !isTransparentFormat(pixels);
  // Frames of GIF may be transparent where they repeat the previous one.
  if (losesAlpha && track.codec !== 'gif') warnings.push(limited(NO_ALPHA));
  const rate = rateOf(track, options, encoder);
  const most = budget.most === null ? null : budget.most / LEAST_BITS_A_PIXEL / (options.fps ?? ratioOf(track));
  const plan = planPicture(track, options, { pixels, multiple: 2, toSdr, rate: rate.text }, most);
  const { smallest = 0 } = encoder;
  if (plan.size.width < smallest || plan.size.height < smallest) {
    const reason = `it makes no picture of ${plan.size.width} × ${plan.size.height} pixels; ${smallest} × ${smallest} are the fewest`;
    throw unsupported({ option: 'video_codec', value: name }, reason, []);
  }
  const kbps = budget.by === 'bitrate' ? budget.kbps : null;
  if (kbps !== null && !encoder.hasBitrate) {
    const { option, value } = askedRate(options);
    throw unsupported({ option, value }, `${name} chooses its bitrate by quality; give quality`, []);
  }
  if (lacksEffort(encoder, options, budget))
    warnings.push(noEffect('effort', `${name} with a bitrate or file size has no faster preset`));
  return {
    way: {
      by: 'encode',
      encoder,
      plan,
      arguments: encoderArguments(encoder, options, budget, container),
      kbps,
      passes: kbps !== null && encoder.twoPasses ? 2 : 1,
    },
    warnings: [...warnings, ...rate.warnings, ...plan.warnings],
  };
}

const askedRate = ({ budget }: FilmOptions): { option: string; value: unknown } =>
  budget?.by === 'size'
    ? { option: 'file_size', value: budget.text }
    : { option: 'video_bitrate', value: budget?.by === 'bitrate' ? budget.kbps : null };

const COPIED_START =
  'The picture was copied, so it begins at the last whole frame (key frame) before start; some players show what lies between.';
const BROUGHT_TO_SDR =
  'The film has a high dynamic range, which this codec has not; its colours were brought to the usual range. Codecs h265, av1, vp9 and prores keep it.';
const NO_ALPHA =
  'The film has transparent parts, which this target has not; white is behind them. webm (vp9, vp8) and mov (prores) keep them.';

/** Whether an option changes the picture, or the film itself needs a change to be shown correctly by players. */
function changesPicture(options: FilmOptions, track: PictureTrack): boolean {
  const {
    budget,
    start,
    speed,
    width,
    height,
    crop,
    rotate,
    flip,
    fps,
    denoise,
    watermark,
    deinterlace,
    subtitles,
    hdr,
  } = options;
  const asked = [budget, width, height, crop, flip, fps, denoise, watermark].some((value) => value !== null);
  const isChanged = start > 0 || speed !== 1 || rotate !== 0 || subtitles === 'burn';
  const toSdr = hdr === 'sdr' && dynamicRange(track.color) !== null;
  return asked || isChanged || toSdr || deinterlace === 'always' || isTooLarge(track, options);
}

function pixelsOf(track: PictureTrack, { pixels }: VideoEncoder, container: Container, toSdr: boolean): string {
  const keepsAlpha = pixels.alpha !== undefined && ALPHA_MUXERS.has(container.muxer);
  if (track.hasAlpha && keepsAlpha) return pixels.alpha ?? pixels.usual;
  return track.bits > 8 && !toSdr ? (pixels.deep ?? pixels.usual) : pixels.usual;
}

const ALPHA_MUXERS: ReadonlySet<string> = new Set(['webm', 'matroska', 'mov']);

const ratioOf = ({ rate }: PictureTrack): number => (rate === null ? 30 : ratio(rate));

function rateOf(
  track: PictureTrack,
  { fps, speed }: FilmOptions,
  { rates }: VideoEncoder,
): { text: string | null; warnings: Warning[] } {
  const wanted = fps ?? ratioOf(track) * speed;
  if (rates === undefined) return { text: fps === null ? null : `${fps}`, warnings: [] };
  const [first, ...others] = rates;
  if (first === undefined) return { text: null, warnings: [] };
  const distance = ([frames, seconds]: readonly [number, number]) => Math.abs(frames / seconds - wanted);
  const best = others.reduce((nearest, rate) => (distance(rate) < distance(nearest) ? rate : nearest), first);
  const isNear = distance(best) < 0.01 * wanted;
  const message = `The result has ${(best[0] / best[1]).toFixed(2)} frames a second instead of ${wanted.toFixed(2)}: MPEG-2 has a few rates only.`;
  const warnings = isNear ? [] : [limited(message, { option: 'fps' })];
  return { text: `${best[0]}/${best[1]}`, warnings };
}

/** Returns the encoder's arguments, apart from frames. */
export function encoderArguments(
  encoder: VideoEncoder,
  options: FilmOptions,
  budget: Resolved,
  container: Container,
): string[] {
  const effort = lacksEffort(encoder, options, budget) ? 'balanced' : options.effort;
  const tag =
    encoder.codec === 'hevc' && (container.muxer === 'mp4' || container.muxer === 'mov') ? ['-tag:v:0', 'hvc1'] : [];
  const common = [
    '-c:v:0',
    encoder.encoder,
    ...encoder.always,
    ...encoder.effort[effort],
    ...tag,
    ...flat(container, encoder),
  ];
  if (budget.by === 'bitrate') return common;
  if (budget.by === 'quality') {
    return [...common, encoder.scaleOption, `${scaleValue(encoder, budget.quality)}`, ...(encoder.freeRate ?? [])];
  }
  if (encoder.scaleOption !== '-crf') {
    const name = options.videoCodec ?? container.video;
    throw unsupported({ option: 'crf', value: budget.crf }, `${name} has none; give quality or video_bitrate`, []);
  }
  if (budget.crf > encoder.worst) {
    throw unsupported({ option: 'crf', value: budget.crf }, `its codec has 0 to ${encoder.worst}`, []);
  }
  return [...common, '-crf', `${budget.crf}`, ...(encoder.freeRate ?? [])];
}

const lacksEffort = ({ effortWithoutBitrate }: VideoEncoder, { effort }: FilmOptions, { by }: Resolved): boolean =>
  by === 'bitrate' && effort === effortWithoutBitrate;

/** AVI has no times for frames stored in another order than they are shown. */
const flat = ({ muxer }: Container, { codec }: VideoEncoder): string[] =>
  muxer === 'avi' && codec === 'h264' ? ['-bf', '0'] : [];
