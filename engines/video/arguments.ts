import { attachArguments } from '../../tools/programs/ffmpeg/frames/pictures.ts';
import type { SubtitleTrack } from '../../tools/programs/ffmpeg/probe/film.ts';
import { fileUrl, metadataInputArguments, outputArguments } from '../../tools/programs/ffmpeg/probe/input-safety.ts';
import type { Container } from './containers.ts';
import { passesRecord, recordArguments } from './dolby-vision.ts';
import type { Extras } from './extras.ts';
import { languageCode } from './languages.ts';
import type { PictureWay } from './picture-way.ts';
import type { FilmPlan } from './plan.ts';
import type { FilmOptions } from './read-options.ts';
import type { SoundWay } from './sound-plan.ts';
import { type Material, openArguments, partFilters } from './sources.ts';
import { overlayChains, type SubtitleOverlay } from './subtitle-overlay.ts';

/** The first arguments of every run. Progress and ffmpeg's messages about damage go to stderr. */
export const BEGIN = ['-hide_banner', '-nostdin', '-nostats', '-y', '-v', 'warning', '-progress', 'pipe:2'];

/** How subtitles are added to the result. */
export type SubtitleWay =
  | { readonly by: 'none' }
  | { readonly by: 'tracks'; readonly tracks: readonly { readonly track: SubtitleTrack; readonly codec: string }[] }
  /** Drawn from this file in the work folder. */
  | { readonly by: 'burn'; readonly file: string }
  /** The pictures of a subtitle track of the source, laid over the film. */
  | { readonly by: 'overlay'; readonly track: SubtitleTrack; readonly overlay: SubtitleOverlay };

export interface Pass {
  /** Which of two passes: the first one writes no file. */
  readonly number: 1 | 2;
  readonly of: 1 | 2;
}

export interface FilmRun extends Material {
  readonly options: FilmOptions;
  readonly plan: FilmPlan;
  readonly container: Container;
  readonly subtitles: SubtitleWay;
  readonly extras: Extras;
}

/** Name of the first pass's statistics in the work folder. */
const STATISTICS = 'passes';

/** Returns ffmpeg's arguments for one pass. `output`: absolute path of the result. */
export function filmArguments(run: FilmRun, pass: Pass, output: string): string[] {
  const { sources, options, plan, container, extras } = run;
  const device = plan.picture.by === 'encode' ? (plan.picture.device?.arguments ?? []) : [];
  const open = [...BEGIN, ...device, ...openArguments(sources, options)];
  const picture = [...graphArguments(run), ...pictureArguments(run)];
  const passes = pass.of === 1 ? [] : ['-pass', `${pass.number}`, '-passlogfile', STATISTICS];
  const sounds = plan.sounds.flatMap((way, place) => soundArguments(run, way, place));
  if (pass.of === 2 && pass.number === 1) {
    // Every output of a graph must be used.
    const heard = run.mixture === null ? ['-an'] : sounds;
    return [...open, ...picture, ...passes, ...heard, '-sn', '-f', 'null', '-'];
  }
  return [
    ...open,
    ...(extras.file === null ? [] : metadataInputArguments(extras.file)),
    ...(extras.poster === null ? [] : outputArguments(extras.poster.path, extras.poster.demuxer)),
    ...picture,
    ...passes,
    ...sounds,
    ...subtitleArguments(run),
    ...coverArguments(run),
    ...metadataArguments(run),
    ...['-max_muxing_queue_size', '4096'],
    ...container.muxerArguments,
    ...(run.film.picture === null ? [] : recordArguments(run.film.picture, plan.picture.by === 'copy', container)),
    ...['-f', container.muxer, fileUrl(output)],
  ];
}

/** Returns the graph of a mix or of overlaid subtitles, including the filters of the result; empty if each track is separate. */
function graphArguments(run: FilmRun): string[] {
  const { mixture, plan } = run;
  const frames = isDrawnByGraph(run) ? pictureChains(run) : [];
  if (mixture === null) return frames.length === 0 ? [] : ['-filter_complex', frames.join(';')];
  const used = plan.sounds.flatMap((way, place) =>
    mixture.sounds.has(way.track) ? [`${soundChain(run, way, [])}[heard${place}]`] : [],
  );
  return ['-filter_complex', [...mixture.chains, ...frames, ...used, ...unusedSounds(run, plan.sounds)].join(';')];
}

/** Whether the picture comes from a graph: it combines several, subtitles are laid over it, or a Dolby Vision record must be dropped. */
const isDrawnByGraph = ({ film, mixture, plan, subtitles, container }: FilmRun): boolean =>
  plan.picture.by === 'encode' &&
  ((mixture?.picture ?? null) !== null ||
    subtitles.by === 'overlay' ||
    (film.picture !== null && passesRecord(film.picture, container)));

/** Returns the chains from the source of the picture to `[picture]`. */
function pictureChains({ film, mixture, plan, options, subtitles, container }: FilmRun): string[] {
  const { picture } = plan;
  if (picture.by === 'copy') return [];
  const part = mixture?.isWhole === true && mixture.picture !== null ? partFilters('', options) : [];
  const from = `[${mixture?.picture ?? `${film.picture?.file ?? 0}:${film.picture?.index ?? 0}`}]`;
  const filters = pictureFilters(picture, subtitles);
  if (subtitles.by !== 'overlay') {
    // With a graph of a single input, ffmpeg passes on the records of its track.
    const second = film.picture !== null && passesRecord(film.picture, container) ? [`${from}nullsink`] : [];
    return [`${from}${[...part, ...filters].join(',')}[picture]`, ...(mixture === null ? second : [])];
  }
  const { track, overlay } = subtitles;
  return overlayChains({ from, filters: [...part, ...filters], lines: `[${track.file}:${track.index}]`, overlay });
}

/** Returns the chain of a sound, from its source through its own filters and others. */
function soundChain({ mixture, options }: FilmRun, way: SoundWay, more: readonly string[]): string {
  const label = mixture?.sounds.get(way.track);
  const part = label !== undefined && mixture?.isWhole === true ? partFilters('a', options) : [];
  const own = way.by === 'copy' ? [] : way.filters;
  return `[${label ?? `${way.track.file}:${way.track.index}`}]${[...part, ...own, ...more, 'anull'].join(',')}`;
}

const unusedSounds = ({ mixture }: FilmRun, used: readonly SoundWay[]): string[] =>
  [...(mixture?.sounds ?? [])].flatMap(([track, label]) =>
    used.some((way) => way.track === track) ? [] : [`[${label}]anullsink`],
  );

/** Returns ffmpeg's arguments that send one sound of the result through measuring filters, and write nothing else. */
export function measureArguments(run: FilmRun, way: SoundWay, filters: readonly string[]): string[] {
  const { sources, options, mixture } = run;
  const isMixed = mixture?.sounds.has(way.track) === true;
  const chains = isMixed ? mixture.chains : [];
  const picture = isMixed && mixture.picture !== null ? [`[${mixture.picture}]nullsink`] : [];
  const others = isMixed ? unusedSounds(run, [way]) : [];
  const graph = [...chains, ...picture, ...others, `${soundChain(run, way, filters)}[sound]`].join(';');
  // Filters log their summaries at the level `info`.
  const begin = BEGIN.map((argument) => (argument === 'warning' ? 'info' : argument));
  const open = openArguments(sources, options);
  return [...begin, ...open, '-filter_complex', graph, '-map', '[sound]', '-f', 'null', '-'];
}

function pictureArguments(run: FilmRun): string[] {
  const { film, plan, subtitles } = run;
  const way: PictureWay = plan.picture;
  const map = ['-map', `${film.picture?.file ?? 0}:${film.picture?.index ?? 0}`];
  if (way.by === 'copy') return [...map, '-c:v:0', 'copy'];
  const encode = [...way.arguments, ...rateArguments(way)];
  if (isDrawnByGraph(run)) return ['-map', '[picture]', ...encode];
  return [...map, '-filter:v:0', pictureFilters(way, subtitles).join(','), ...encode];
}

function pictureFilters({ plan }: Extract<PictureWay, { by: 'encode' }>, subtitles: SubtitleWay): string[] {
  return withSubtitles(plan.filters, subtitles.by === 'burn' ? [`ass=${subtitles.file}`] : []);
}

const rateArguments = ({ kbps }: { readonly kbps: number | null }): string[] =>
  kbps === null ? [] : ['-b:v', `${kbps}k`];

/** Draws letters at the size of the result, before its times and its pixel format change. */
function withSubtitles(filters: readonly string[], burn: readonly string[]): string[] {
  const at = filters.findIndex((filter) => /^(setpts|fps|setsar)=/.test(filter));
  return [...filters.slice(0, at), ...burn, ...filters.slice(at)];
}

function soundArguments({ mixture }: FilmRun, way: SoundWay, place: number): string[] {
  const isMixed = mixture?.sounds.has(way.track) === true;
  const map = ['-map', isMixed ? `[heard${place}]` : `${way.track.file}:${way.track.index}`];
  if (way.by === 'copy') return [...map, `-c:a:${place}`, 'copy'];
  const form = [`-ac:a:${place}`, `${way.channels}`, `-ar:a:${place}`, `${way.rate}`];
  return [
    ...[...map, `-c:a:${place}`, way.encoder.encoder, ...form],
    ...(way.kbps === null ? [] : [`-b:a:${place}`, `${way.kbps}k`]),
    ...(way.filters.length === 0 || isMixed ? [] : [`-filter:a:${place}`, way.filters.join(',')]),
  ];
}

function subtitleArguments({ subtitles }: FilmRun): string[] {
  if (subtitles.by !== 'tracks') return [];
  return subtitles.tracks.flatMap(({ track, codec }, place) => [
    ...['-map', `${track.file}:${track.index}`, `-c:s:${place}`, codec],
  ]);
}

function coverArguments({ extras, sources }: FilmRun): string[] {
  const { covers, coverFiles, attachments, poster, file } = extras;
  const posterInput = sources.length + (file === null ? 0 : 1);
  return [
    ...(poster === null ? [] : ['-map', `${posterInput}:0`, '-c:v:1', 'copy', '-disposition:v:1', 'attached_pic']),
    ...covers.flatMap(({ index }, place) => [
      ...['-map', `0:${index}`, `-c:v:${place + 1}`, 'copy', `-disposition:v:${place + 1}`, 'attached_pic'],
    ]),
    ...attachments.flatMap(({ index }, place) => ['-map', `0:${index}`, `-c:t:${place}`, 'copy']),
    ...attachArguments(coverFiles, attachments.length),
  ];
}

/** Tags of the encoder are not true of the result. */
const STALE = ['encoder', 'ENCODER'];

function metadataArguments(run: FilmRun): string[] {
  const { options, extras, sources } = run;
  const own = `${sources.length}`;
  const chapters = extras.chapters ? (extras.file === null ? '0' : own) : '-1';
  const tags = extras.hasTags ? own : '0';
  return [
    ...['-map_metadata', options.stripMetadata && !extras.hasTags ? '-1' : tags, '-map_chapters', chapters],
    // With tags of its own for the film, ffmpeg still copies those of tracks.
    ...(options.stripMetadata && extras.hasTags ? ['-map_metadata:s', '-1'] : []),
    ...STALE.flatMap((name) => ['-metadata', `${name}=`]),
    ...languageArguments(run),
    ...(options.stripMetadata ? attachmentNames(extras) : []),
  ];
}

/** Sets the languages of tracks, which would be lost with the tags of the source; some containers use other codes. */
function languageArguments({ film, plan, subtitles, container }: FilmRun): string[] {
  const sounds = plan.sounds.map(({ track }) => track);
  const texts = subtitles.by === 'tracks' ? subtitles.tracks.map(({ track }) => track) : [];
  const tags = (kind: 'v' | 'a' | 's', tracks: readonly { readonly language: string | null }[]) =>
    tracks.flatMap(({ language }, place) =>
      language === null ? [] : [`-metadata:s:${kind}:${place}`, `language=${languageCode(language, container)}`],
    );
  return [...tags('v', film.picture === null ? [] : [film.picture]), ...tags('a', sounds), ...tags('s', texts)];
}

/** Sets the names of attached files, which are lost with the tags. */
const attachmentNames = ({ attachments }: Extras): string[] =>
  attachments.flatMap(({ name, mediaType }, place) => [
    ...[`-metadata:s:t:${place}`, `filename=${name}`, `-metadata:s:t:${place}`, `mimetype=${mediaType}`],
  ]);
