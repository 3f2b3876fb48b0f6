import { heldFrames, silentPauses } from '../../../tools/programs/ffmpeg/probe/edited.ts';
import {
  dynamicRange,
  type Film,
  isTransparentFormat,
  type PictureTrack,
  type Rate,
  type SoundTrack,
  shownSize,
} from '../../../tools/programs/ffmpeg/probe/film.ts';
import type { Chapter } from '../../../tools/programs/ffmpeg/probe/source.ts';
import { deinterlaceFilters, ON_WHITE, type Size, shapeFilters, squareFilter, TO_SDR } from '../picture-plan.ts';
import type { FilmOptions } from '../read-options.ts';
import type { Mixture } from '../sources.ts';

export type SeenFilm = Film & { readonly picture: PictureTrack };

/** Codec of a filter's output: no container holds it, so it is encoded. */
const MIXED = 'mixed';

/** Returns how two films differ, in words. Empty: their packets can follow each other in one file. */
export function differences(one: SeenFilm, other: SeenFilm): string[] {
  const [a, b] = [one.picture, other.picture];
  const sizes = a.width === b.width && a.height === b.height && a.pixelAspect === b.pixelAspect && a.turn === b.turn;
  const colors = a.pixelFormat === b.pixelFormat && JSON.stringify(a.color) === JSON.stringify(b.color);
  const form = ({ codec, channels, sampleRate, index }: SoundTrack) => `${codec} ${channels} ${sampleRate} ${index}`;
  const sounds = one.sounds.map(form).join() === other.sounds.map(form).join();
  const tracks = a.index === b.index && one.formats.join() === other.formats.join();
  const same = {
    codec: a.codec === b.codec && a.profile === b.profile,
    size: sizes,
    'kind of pixels': colors,
    'frames a second': JSON.stringify(a.rate) === JSON.stringify(b.rate) && a.isInterlaced === b.isInterlaced,
    sound: sounds,
    container: tracks,
  };
  return Object.entries(same).flatMap(([what, isSame]) => (isSame ? [] : [what]));
}

/** Combines films, with the tracks and the description of the first. `seconds` and chapters cover all of them. */
export function joinedFilm(films: readonly [SeenFilm, ...SeenFilm[]]): SeenFilm {
  const [first] = films;
  const seconds = sumOf(films);
  return {
    ...first,
    picture: { ...first.picture, seconds },
    otherPictures: 0,
    unreadable: [],
    subtitles: [],
    covers: [],
    attachments: [],
    chapters: seconds === null ? [] : joinedChapters(films),
    seconds,
  };
}

/** Returns null if the length of one of them is not known. */
function sumOf(films: readonly Film[]): number | null {
  const lengths = films.map(({ seconds, picture }) => seconds ?? picture?.seconds ?? null);
  return lengths.reduce((sum, length) => (sum === null || length === null ? null : sum + length), 0);
}

function joinedChapters(films: readonly Film[]): Chapter[] {
  let before = 0;
  return films.flatMap(({ chapters, seconds, picture }) => {
    const offset = before;
    before += seconds ?? picture?.seconds ?? 0;
    return chapters.map((chapter) => ({ ...chapter, start: chapter.start + offset, end: chapter.end + offset }));
  });
}

/** The form to which the other films are converted. */
interface Form {
  readonly size: Size;
  /** Frames per second, in ffmpeg's syntax. */
  readonly rate: string;
  readonly pixels: string;
}

const USUAL_RATE = { frames: 25, seconds: 1 };

/**
 * Returns the graph that converts all films to the form of the first (size with bars, frames per second, sound) and joins them; a film
 * without sound gets silence. `withSound`: false if the sound comes from elsewhere.
 */
export function joinByFilters(
  films: readonly [SeenFilm, ...SeenFilm[]],
  options: FilmOptions,
  withSound: boolean,
): { film: SeenFilm; mixture: Mixture } {
  const [first] = films;
  const shown = shownSize(first.picture);
  const size = {
    width: Math.max(2, shown.width - (shown.width % 2)),
    height: Math.max(2, shown.height - (shown.height % 2)),
  };
  const keepsRange = films.every(({ picture }) => dynamicRange(picture.color) === dynamicRange(first.picture.color));
  const rate = first.picture.rate ?? USUAL_RATE;
  const isDeep = first.picture.bits > 8 && (keepsRange || dynamicRange(first.picture.color) === null);
  const pixels = first.picture.hasAlpha ? 'yuva420p' : isDeep ? 'yuv420p10le' : 'yuv420p';
  const form = { size, rate: `${rate.frames}/${rate.seconds}`, pixels };
  const sounds = withSound ? soundsOf(films) : [];
  const chains = films.flatMap((film, place) => [
    `[${place}:${film.picture.index}]${pictureFilters(film, form, { options, keepsRange }).join(',')}[v${place}]`,
    ...sounds.map((sound, track) => `${soundChain(film, sound, { place, track, rate })}[a${place}t${track}]`),
  ]);
  const parts = films.map((_, place) => `[v${place}]${sounds.map((__, track) => `[a${place}t${track}]`).join('')}`);
  const ends = `[joined]${sounds.map((_, track) => `[sound${track}]`).join('')}`;
  const concat = `${parts.join('')}concat=n=${films.length}:v=1:a=${sounds.length}${ends}`;
  const picture: PictureTrack = {
    ...{
      ...first.picture,
      ...size,
      codec: MIXED,
      edits: null,
      pixelAspect: 1,
      turn: 0,
      isInterlaced: false,
      isVariable: false,
      rate,
    },
    pixelFormat: pixels,
    ...(keepsRange ? {} : { color: { range: null, matrix: null, transfer: null, primaries: null }, bits: 8 }),
  };
  return {
    film: joinedFilm([{ ...first, picture, sounds }, ...films.slice(1)]),
    mixture: {
      chains: [...chains, concat],
      picture: 'joined',
      sounds: new Map(sounds.map((sound, track) => [sound, `sound${track}`])),
      isWhole: true,
    },
  };
}

/** Returns the tracks of the first film that has sound. */
function soundsOf(films: readonly Film[]): SoundTrack[] {
  const { sounds } = films.find((film) => film.sounds.length > 0) ?? { sounds: [] };
  // Other numbers of channels have several layouts.
  return sounds.map((sound) => ({
    ...sound,
    codec: MIXED,
    edits: null,
    channels: sound.channels in LAYOUTS ? sound.channels : 2,
  }));
}

function pictureFilters(
  { picture }: SeenFilm,
  { size, rate, pixels }: Form,
  { options, keepsRange }: { readonly options: FilmOptions; readonly keepsRange: boolean },
): string[] {
  const shown = shownSize(picture);
  const toSdr = !keepsRange && dynamicRange(picture.color) !== null;
  return [
    ...heldFrames(picture, 0),
    ...(picture.hasAlpha && !isTransparentFormat(pixels) ? [ON_WHITE] : []),
    ...deinterlaceFilters(picture, options),
    ...squareFilter(picture, shown),
    ...(shown.width === size.width && shown.height === size.height
      ? []
      : shapeFilters(shown, size, 'keep_aspect_ratio_fill_black')),
    ...(toSdr ? TO_SDR : []),
    ...[`fps=${rate}`, 'setsar=1', `format=${pixels}`],
  ];
}

/** Sound that continues longer than this after its picture is intentional, seconds. */
const OVERHANG = 0.5;

/** Returns the length of a part: whole frames, so that the next begins on one and sound and picture stay in sync. Null if not known. */
function partSeconds(
  { picture, seconds }: Film & { picture: PictureTrack },
  { frames, seconds: per }: Rate,
): number | null {
  const own = picture.seconds;
  const length = own !== null && (seconds === null || seconds - own < OVERHANG) ? own : seconds;
  return length === null ? null : (Math.round((length * frames) / per) * per) / frames;
}

const LAYOUTS: Readonly<Record<number, string>> = { 1: 'mono', 2: 'stereo', 6: '5.1', 8: '7.1' };

/** Returns the sound of a film in the form of the first one's, from the very beginning; silence if it has none. */
function soundChain(
  film: SeenFilm,
  { channels, sampleRate }: SoundTrack,
  { place, track, rate }: { readonly place: number; readonly track: number; readonly rate: Rate },
): string {
  const layout = LAYOUTS[channels] ?? 'stereo';
  const form = `aformat=sample_fmts=fltp:sample_rates=${sampleRate}:channel_layouts=${layout}`;
  const sound = film.sounds[track];
  const seconds = partSeconds(film, rate);
  const exact = seconds === null ? '' : `,apad=whole_dur=${seconds},atrim=end=${seconds}`;
  if (sound !== undefined)
    return `[${place}:${sound.index}]${[...silentPauses(sound, 0), 'aresample=async=1:first_pts=0', form].join(',')}${exact}`;
  return `anullsrc=channel_layout=${layout}:sample_rate=${sampleRate},atrim=duration=${seconds ?? 0},${form}`;
}
