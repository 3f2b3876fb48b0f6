import type { Film, SubtitleTrack } from '../../tools/ffmpeg/film.ts';
import { fileUrl, filmInputArguments, metadataInputArguments } from '../../tools/ffmpeg/input-safety.ts';
import { attachArguments } from '../../tools/ffmpeg/pictures.ts';
import type { Container } from './containers.ts';
import type { Kept } from './kept.ts';
import { languageCode } from './languages.ts';
import type { FilmOptions, PictureOptions } from './options.ts';
import type { PictureWay } from './picture-way.ts';
import type { FilmPlan } from './plan.ts';
import type { SoundWay } from './sound-plan.ts';

/** What every run begins with. Progress goes to stderr, and so does what ffmpeg has to say of damage. */
export const BEGIN = ['-hide_banner', '-nostdin', '-nostats', '-y', '-v', 'warning', '-progress', 'pipe:2'];

/** The part of the input that is read; pictures of a film with transparency by a decoder that knows it. */
export function openArguments(path: string, film: Film, { start, end }: PictureOptions): string[] {
  const from = start > 0 ? ['-ss', `${start}`] : [];
  const until = end === null ? [] : ['-t', (end - start).toFixed(3)];
  return [...decoderArguments(film), ...from, ...until, ...filmInputArguments(path)];
}

/** ffmpeg's own decoders of VP8 and VP9 leave the transparency out. */
function decoderArguments({ picture }: Film): string[] {
  if (picture === null || !picture.hasAlpha) return [];
  const decoders: Readonly<Record<string, string>> = { vp8: 'libvpx', vp9: 'libvpx-vp9' };
  const decoder = decoders[picture.codec];
  return decoder === undefined ? [] : ['-c:v', decoder];
}

/** How subtitles come into the result. */
export type SubtitleWay =
  | { readonly by: 'none' }
  | { readonly by: 'tracks'; readonly tracks: readonly { readonly track: SubtitleTrack; readonly codec: string }[] }
  /** Drawn from this file of the work folder. */
  | { readonly by: 'burn'; readonly file: string };

export interface Pass {
  /** Of two: the first writes no file. */
  readonly number: 1 | 2;
  readonly of: 1 | 2;
}

export interface FilmRun {
  readonly path: string;
  readonly film: Film;
  readonly options: FilmOptions;
  readonly plan: FilmPlan;
  readonly container: Container;
  readonly subtitles: SubtitleWay;
  readonly kept: Kept;
}

/** Statistics of the first pass, in the work folder. */
const STATISTICS = 'passes';

/** ffmpeg's arguments for one pass. `output`: absolute path of the result. */
export function filmArguments(run: FilmRun, pass: Pass, output: string): string[] {
  const { path, film, options, plan, container, kept } = run;
  const open = [...BEGIN, ...openArguments(path, film, options)];
  const picture = pictureArguments(run);
  const passes = pass.of === 1 ? [] : ['-pass', `${pass.number}`, '-passlogfile', STATISTICS];
  if (pass.of === 2 && pass.number === 1) return [...open, ...picture, ...passes, '-an', '-sn', '-f', 'null', '-'];
  return [
    ...open,
    ...(kept.chapterFile === null ? [] : metadataInputArguments(kept.chapterFile)),
    ...picture,
    ...passes,
    ...plan.sounds.flatMap(soundArguments),
    ...subtitleArguments(run),
    ...coverArguments(kept),
    ...metadataArguments(run),
    ...['-max_muxing_queue_size', '4096'],
    ...container.muxerArguments,
    ...['-f', container.muxer, fileUrl(output)],
  ];
}

function pictureArguments({ film, plan, subtitles }: FilmRun): string[] {
  const map = ['-map', `0:${film.picture?.index ?? 0}`];
  const way: PictureWay = plan.picture;
  if (way.by === 'copy') return [...map, '-c:v:0', 'copy'];
  const burn = subtitles.by === 'burn' ? [`ass=${subtitles.file}`] : [];
  return [
    ...map,
    '-filter:v:0',
    withSubtitles(way.plan.filters, burn).join(','),
    ...way.arguments,
    ...rateArguments(way),
  ];
}

const rateArguments = ({ kbps }: { readonly kbps: number | null }): string[] =>
  kbps === null ? [] : ['-b:v', `${kbps}k`];

/** Letters are drawn in the size of the result, before its times and its pixel format change. */
function withSubtitles(filters: readonly string[], burn: readonly string[]): string[] {
  const at = filters.findIndex((filter) => /^(setpts|fps|setsar)=/.test(filter));
  return [...filters.slice(0, at), ...burn, ...filters.slice(at)];
}

function soundArguments(way: SoundWay, place: number): string[] {
  const map = ['-map', `0:${way.track.index}`];
  if (way.by === 'copy') return [...map, `-c:a:${place}`, 'copy'];
  const form = [`-ac:a:${place}`, `${way.channels}`, `-ar:a:${place}`, `${way.rate}`];
  return [
    ...[...map, `-c:a:${place}`, way.encoder.encoder, ...form],
    ...(way.kbps === null ? [] : [`-b:a:${place}`, `${way.kbps}k`]),
    ...(way.filters.length === 0 ? [] : [`-filter:a:${place}`, way.filters.join(',')]),
  ];
}

function subtitleArguments({ subtitles }: FilmRun): string[] {
  if (subtitles.by !== 'tracks') return [];
  return subtitles.tracks.flatMap(({ track, codec }, place) => ['-map', `0:${track.index}`, `-c:s:${place}`, codec]);
}

function coverArguments({ covers, coverFiles, attachments }: Kept): string[] {
  return [
    ...covers.flatMap(({ index }, place) => [
      ...['-map', `0:${index}`, `-c:v:${place + 1}`, 'copy', `-disposition:v:${place + 1}`, 'attached_pic'],
    ]),
    ...attachments.flatMap(({ index }, place) => ['-map', `0:${index}`, `-c:t:${place}`, 'copy']),
    ...attachArguments(coverFiles, attachments.length),
  ];
}

/** What says who encoded it, or how long it was, is not true of the result. */
const STALE = ['encoder', 'ENCODER'];

function metadataArguments(run: FilmRun): string[] {
  const { options, kept } = run;
  const chapters = kept.chapters ? (kept.chapterFile === null ? '0' : '1') : '-1';
  return [
    ...['-map_metadata', options.stripMetadata ? '-1' : '0', '-map_chapters', chapters],
    ...STALE.flatMap((name) => ['-metadata', `${name}=`]),
    ...languageArguments(run),
    ...(options.stripMetadata ? attachmentNames(kept) : []),
  ];
}

/** Without the tags of the source, the languages of its tracks would be lost as well; and some go by other codes. */
function languageArguments({ film, plan, subtitles, container }: FilmRun): string[] {
  const sounds = plan.sounds.map(({ track }) => track);
  const texts = subtitles.by === 'tracks' ? subtitles.tracks.map(({ track }) => track) : [];
  const tags = (kind: 'v' | 'a' | 's', tracks: readonly { readonly language: string | null }[]) =>
    tracks.flatMap(({ language }, place) =>
      language === null ? [] : [`-metadata:s:${kind}:${place}`, `language=${languageCode(language, container)}`],
    );
  return [...tags('v', film.picture === null ? [] : [film.picture]), ...tags('a', sounds), ...tags('s', texts)];
}

/** Names of attached files, which are lost with the tags. */
const attachmentNames = ({ attachments }: Kept): string[] =>
  attachments.flatMap(({ name, mediaType }, place) => [
    ...[`-metadata:s:t:${place}`, `filename=${name}`, `-metadata:s:t:${place}`, `mimetype=${mediaType}`],
  ]);
