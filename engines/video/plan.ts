import { dynamicRange, type Film, type PictureTrack, ratio, type SoundTrack } from '../../tools/ffmpeg/film.ts';
import { limited, unsupported, type Warning } from '../../tools/ffmpeg/issues.ts';
import { AUDIO_ENCODERS, type AudioEncoder, kbpsFor, rateFor } from './audio-codecs.ts';
import type { Container } from './containers.ts';
import type { Budget, FilmOptions } from './options.ts';
import { type PicturePlan, planPicture } from './picture-plan.ts';
import { scaleValue, VIDEO_ENCODERS, type VideoEncoder } from './video-codecs.ts';

/** How the picture comes into the result. */
export type PictureWay =
  | { readonly by: 'copy'; readonly codec: string }
  | {
      readonly by: 'encode';
      readonly encoder: VideoEncoder;
      readonly plan: PicturePlan;
      readonly arguments: readonly string[];
      /** kbit/s; null: a constant quality. */
      readonly kbps: number | null;
      readonly passes: 1 | 2;
    };

/** How one track of sound comes into the result. */
export type SoundWay =
  | { readonly by: 'copy'; readonly track: SoundTrack }
  | {
      readonly by: 'encode';
      readonly track: SoundTrack;
      readonly encoder: AudioEncoder;
      readonly channels: number;
      /** Hz. */
      readonly rate: number;
      /** Null: its codec loses nothing. */
      readonly kbps: number | null;
      readonly filters: readonly string[];
    };

/** Everything that is decided before the first frame. */
export interface FilmPlan {
  readonly picture: PictureWay;
  readonly sounds: readonly SoundWay[];
  /** How long the result is, seconds; null: not known. */
  readonly seconds: number | null;
  readonly warnings: readonly Warning[];
}

/** Quality where nothing says how much the picture may take. */
const USUAL_QUALITY = 75;
/** Of a file of a given size, what the container itself takes. */
const CONTAINER_SHARE = 0.02;
/** kbit/s that are left to the sound where a size is given. */
const LEAST_SOUND_KBPS = 24;
const LEAST_PICTURE_KBPS = 24;
/** Bits for a pixel of a frame, below which a smaller picture looks better. */
const LEAST_BITS_A_PIXEL = 0.04;

/** Plans a film that has a picture. Throws ConversionError `option_unsupported`. */
export function planFilm(film: Film & { picture: PictureTrack }, options: FilmOptions, container: Container): FilmPlan {
  const seconds = lengthOf(film, options);
  const sounds = planSounds(film, options, container);
  const budget = resolveBudget(options.budget, sounds.ways, seconds);
  const picture = planWay(film.picture, options, container, budget);
  return { picture: picture.way, sounds: sounds.ways, seconds, warnings: [...picture.warnings, ...sounds.warnings] };
}

/** Seconds of the part that is kept, at the speed that it plays; null: not known. Throws `option_unsupported` where it is empty. */
export function lengthOf(
  { seconds, picture }: Film,
  options: Pick<FilmOptions, 'start' | 'end' | 'speed'>,
): number | null {
  const whole = seconds ?? picture?.seconds ?? null;
  const { start, end, speed } = options;
  if (whole !== null && start >= whole) {
    throw unsupported(
      { option: 'start', value: `${start} s` },
      `the film is over after ${whole.toFixed(1)} seconds`,
      [],
    );
  }
  const until = whole === null ? end : Math.min(end ?? whole, whole);
  return until === null ? null : (until - start) / speed;
}

type Resolved = Exclude<Budget, { by: 'size' }> & { readonly most: number | null };

/** What the sound leaves of a size, as a bitrate; and with `most` the bits a second that decide how large a picture may be. */
function resolveBudget(budget: Budget | null, sounds: readonly SoundWay[], seconds: number | null): Resolved {
  if (budget === null) return { by: 'quality', quality: USUAL_QUALITY, most: null };
  if (budget.by !== 'size') return { ...budget, most: null };
  if (seconds === null) {
    const reason = 'the film does not say how long it is, so no bitrate can be found';
    throw unsupported({ option: 'file_size', value: budget.text }, reason, []);
  }
  const whole = (budget.bytes * 8 * (1 - CONTAINER_SHARE)) / 1000 / seconds;
  const kbps = Math.floor(whole - sounds.reduce((sum, way) => sum + kbpsOf(way), 0));
  if (kbps < LEAST_PICTURE_KBPS) {
    const least = Math.ceil(((LEAST_PICTURE_KBPS + LEAST_SOUND_KBPS) * seconds) / 8 / (1 - CONTAINER_SHARE));
    const reason = `a film of ${Math.round(seconds)} seconds with this sound takes more; about ${least} kB are the least`;
    throw unsupported({ option: 'file_size', value: budget.text }, reason, []);
  }
  return { by: 'bitrate', kbps, most: kbps * 1000 };
}

/** kbit/s where neither the film nor an option says: of stereo without loss. */
const LARGE_SOUND_KBPS = 800;

function kbpsOf(way: SoundWay): number {
  if (way.by === 'copy') return way.track.bitRate === null ? LARGE_SOUND_KBPS : way.track.bitRate / 1000;
  return way.kbps ?? LARGE_SOUND_KBPS;
}

function planWay(
  track: PictureTrack,
  options: FilmOptions,
  container: Container,
  budget: Resolved,
): { way: PictureWay; warnings: readonly Warning[] } {
  const isHeld = container.holdsVideo.has(track.codec);
  if (options.videoCodec === 'copy') {
    if (!isHeld) throw unsupportedCopy('video_codec', track.codec, container, container.holdsVideo);
    const warnings = options.start > 0 ? [limited(COPIED_START, { option: 'start' })] : [];
    return { way: { by: 'copy', codec: track.codec }, warnings };
  }
  const encoder = VIDEO_ENCODERS[options.videoCodec ?? container.video];
  const wanted = options.videoCodec === null || encoder.codec === track.codec;
  if (wanted && isHeld && !changesPicture(options, track))
    return { way: { by: 'copy', codec: track.codec }, warnings: [] };
  const warnings: Warning[] = [];
  const isHdr = dynamicRange(track.color) !== null;
  if (options.hdr === 'keep' && isHdr && !encoder.hdr) {
    const reason = 'its codec has no high dynamic range; choose h265, av1, vp9 or prores, or hdr sdr';
    throw unsupported({ option: 'hdr', value: 'keep' }, reason, ['sdr']);
  }
  const toSdr = isHdr && (options.hdr === 'sdr' || !encoder.hdr);
  if (toSdr && options.hdr === null) warnings.push(limited(BROUGHT_TO_SDR, { option: 'hdr' }));
  const pixels = pixelsOf(track, encoder, container, toSdr);
  const losesAlpha = track.hasAlpha && !pixels.includes('a');
  // Frames of GIF may be transparent where they are as the one before.
  if (losesAlpha && track.codec !== 'gif') warnings.push(limited(NO_ALPHA));
  const rate = rateOf(track, options, encoder);
  const most = budget.most === null ? null : budget.most / LEAST_BITS_A_PIXEL / (options.fps ?? ratioOf(track));
  const plan = planPicture(track, options, { pixels, multiple: 2, toSdr, rate: rate.text }, most);
  const { smallest = 0 } = encoder;
  if (plan.size.width < smallest || plan.size.height < smallest) {
    const reason = `it makes no picture of ${plan.size.width} × ${plan.size.height} pixels; ${smallest} × ${smallest} are the fewest`;
    throw unsupported({ option: 'video_codec', value: options.videoCodec ?? container.video }, reason, []);
  }
  const kbps = budget.by === 'bitrate' ? budget.kbps : null;
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

const COPIED_START =
  'The picture was copied, so it begins at the last whole frame (key frame) before start; some players show what lies between.';
const BROUGHT_TO_SDR =
  'The film has a high dynamic range, which this codec has not; its colours were brought to the usual range. Codecs h265, av1, vp9 and prores keep it.';
const NO_ALPHA =
  'The film has transparent parts, which this target has not; white is behind them. webm (vp9, vp8) and mov (prores) keep them.';

/** Whether any option, or the film itself where players would not show it rightly, asks for another picture. */
function changesPicture(options: FilmOptions, track: PictureTrack): boolean {
  const { budget, start, speed, width, height, crop, rotate, flip, fps, denoise, deinterlace, subtitles, hdr, effort } =
    options;
  const asked = [budget, width, height, crop, flip, fps, denoise].some((value) => value !== null);
  const isChanged = start > 0 || speed !== 1 || rotate !== 0 || effort !== 'balanced' || subtitles === 'burn';
  const toSdr = hdr === 'sdr' && dynamicRange(track.color) !== null;
  return asked || isChanged || toSdr || deinterlace === 'always';
}

function unsupportedCopy(option: string, codec: string, container: Container, held: ReadonlySet<string>) {
  const reason = `${container.name} files made here do not hold ${codec}, but ${[...held].join(', ')}`;
  return unsupported({ option, value: 'copy' }, reason, []);
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

function encoderArguments(
  encoder: VideoEncoder,
  options: FilmOptions,
  budget: Resolved,
  container: Container,
): string[] {
  const tag =
    encoder.codec === 'hevc' && (container.muxer === 'mp4' || container.muxer === 'mov') ? ['-tag:v', 'hvc1'] : [];
  const common = [
    '-c:v',
    encoder.encoder,
    ...encoder.always,
    ...encoder.effort[options.effort],
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

/** AVI has no times for frames that come in another order than they are shown. */
const flat = ({ muxer }: Container, { codec }: VideoEncoder): string[] =>
  muxer === 'avi' && codec === 'h264' ? ['-bf', '0'] : [];

function planSounds(film: Film, options: FilmOptions, container: Container): { ways: SoundWay[]; warnings: Warning[] } {
  if (options.audioCodec === 'none' || film.sounds.length === 0) return { ways: [], warnings: [] };
  const usual = film.sounds.find(({ isUsual }) => isUsual) ?? film.sounds[0];
  const tracks = container.manySounds ? film.sounds : film.sounds.filter((track) => track === usual);
  const lost = film.sounds.length - tracks.length;
  const message = `${container.name} files made here have one track of sound: ${lost} of ${film.sounds.length} were left out.`;
  const warnings = lost > 0 ? [limited(message, { tracks: lost })] : [];
  const ways = tracks.map((track) => soundWay(track, options, container));
  return { ways, warnings: [...warnings, ...mixWarnings(ways, options)] };
}

function soundWay(track: SoundTrack, options: FilmOptions, container: Container): SoundWay {
  const isHeld = container.holdsAudio.has(track.codec);
  if (options.audioCodec === 'copy') {
    if (!isHeld) throw unsupportedCopy('audio_codec', track.codec, container, container.holdsAudio);
    return { by: 'copy', track };
  }
  const name = options.audioCodec === null || options.audioCodec === 'none' ? container.audio : options.audioCodec;
  const encoder = AUDIO_ENCODERS[name];
  const { audioBitrate, channels, frequency, speed, start, budget } = options;
  const isChanged = audioBitrate !== null || channels !== null || frequency !== null || speed !== 1 || start > 0;
  const isWanted = options.audioCodec === null || encoder.codec === track.codec;
  if (isHeld && isWanted && !isChanged && budget?.by !== 'size') return { by: 'copy', track };
  const count = Math.min(channels ?? track.channels, encoder.mostChannels);
  if (audioBitrate !== null && encoder.kbps === null) {
    const reason = `${name} loses nothing, so it has no bitrate`;
    throw unsupported({ option: 'audio_bitrate', value: audioBitrate }, reason, []);
  }
  return {
    by: 'encode',
    track,
    encoder,
    channels: count,
    rate: rateFor(encoder, frequency ?? track.sampleRate),
    kbps: kbpsFor(encoder, count, audioBitrate),
    filters: tempoFilters(speed),
  };
}

/** atempo takes 0.5 to 100; slower is several after each other. */
function tempoFilters(speed: number): string[] {
  if (speed === 1) return [];
  return speed >= 0.5 ? [`atempo=${speed}`] : ['atempo=0.5', `atempo=${speed / 0.5}`];
}

/** Mixing that nobody asked for is reported. */
function mixWarnings(ways: readonly SoundWay[], { channels }: FilmOptions): Warning[] {
  const mixed = ways.find((way) => way.by === 'encode' && way.channels < way.track.channels);
  if (mixed?.by !== 'encode' || channels !== null) return [];
  const message = `The sound has ${mixed.track.channels} channels, which its codec has not here; they were mixed to ${mixed.channels}.`;
  return [limited(message, { channels: mixed.channels })];
}
