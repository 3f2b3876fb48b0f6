import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { WorkContext } from '../../src/work/context.ts';
import type { Box } from '../../tools/formats/iso-media/boxes.ts';
import { rightCovers } from '../../tools/formats/iso-media/covers.ts';
import { keepTags, type TagRecords } from '../../tools/formats/iso-media/keep-tags.ts';
import { makeItem, makeKey } from '../../tools/formats/iso-media/write-tags.ts';
import type { Warning } from '../../tools/programs/ffmpeg/issues.ts';
import { replaceTags } from '../../tools/programs/ffmpeg/metadata.ts';
import { isTechnical, listOf, missingTags } from '../../tools/programs/ffmpeg/probe/container-tags.ts';
import type { Film } from '../../tools/programs/ffmpeg/probe/film.ts';
import type { Container } from './containers.ts';
import type { Extras } from './extras.ts';
import type { FilmOptions } from './read-options.ts';

/** Containers that hold records of MP4 and QuickTime. */
const HOLDS_RECORDS: ReadonlySet<string> = new Set(['mp4', 'mov', '3gp']);

export interface TagRequest {
  /** Film from which the result was made. */
  readonly film: Film;
  readonly extras: Extras;
  readonly container: Container;
  /** Path of the result, which is replaced. */
  readonly path: string;
  readonly result: Film;
}

/** Returns a film with the tags that its result should have. Records of the film, which repeat its tags, then no longer hold. */
export function withTags<Opened extends Film>(film: Opened, { tags, stripMetadata }: FilmOptions): Opened {
  if (tags.size === 0) return film;
  const own = stripMetadata ? new Map<string, string>() : film.tags;
  return {
    ...film,
    tags: replaceTags(own, tags),
    hasUnreadTags: true,
    movie: null,
    ...(stripMetadata && { data: [] }),
  };
}

/** Adds tags of a film that ffmpeg does not write to an MP4 or QuickTime file. Returns whether there were any. */
export async function addTags(request: TagRequest, { workFolder }: WorkContext): Promise<boolean> {
  const { container, path } = request;
  if (!HOLDS_RECORDS.has(container.muxer)) return false;
  const output = join(workFolder, 'tagged');
  if (!(await keepTags({ tags: recordsFor(request), from: path, output }))) return false;
  await rename(output, path);
  return true;
}

/** Returns the film's own records; for films of other kinds, makes records of the missing tags. */
function recordsFor({ film, extras, container, result }: TagRequest): TagRecords {
  const { movie } = film;
  if (movie !== null) {
    const hasCovers = extras.covers.length > 0 || extras.hiddenCovers;
    return {
      keys: movie.keys.filter(({ name }) => !isTechnical(name) && (hasCovers || !name.endsWith('.artwork'))),
      userData: movie.userData.filter(
        ({ type, content }) => type !== '©swr' || !OWN_NAME.test(content.toString('latin1', 4)),
      ),
      items: movie.items
        .filter((item) => isKept(item, hasCovers))
        .map((item) => (item.type === 'covr' ? rightCovers(item) : item)),
    };
  }
  const missing = lostTags(film, result, container).map((name) => [name, film.tags.get(name) ?? ''] as const);
  const asKeys = container.muxer !== 'mp4';
  const isKey = ([name]: readonly [string, string]) => asKeys || /^com\./i.test(name);
  return {
    keys: missing.filter(isKey).map(([name, value]) => makeKey(name, value)),
    userData: [],
    items: missing.filter((tag) => !isKey(tag)).map(([name, value]) => makeItem(name, value)),
  };
}

/** Name that ffmpeg writes into its files. */
const OWN_NAME = /^Lav[fc]\d/;

/** Records that are not true of the result: the encoder, and the length in samples. A genre is written as text. */
const STALE: ReadonlySet<string> = new Set(['©too', '©enc', 'gnre']);

const isKept = ({ type, content }: Box, hasCovers: boolean): boolean =>
  type === 'covr'
    ? hasCovers
    : !STALE.has(type) && !(type === '----' && /iTunSMPB|iTunNORM|cdec/.test(content.toString('latin1', 0, 128)));

/** Returns the names of recording tags that a result lacks. */
function lostTags(film: Film, result: Film, { muxer }: Container): string[] {
  const missing = missingTags(film.tags, result.tags, muxer);
  return missing.filter((name) => !isTechnical(name) && !OWN_NAME.test(film.tags.get(name) ?? ''));
}

/** Maximum number of tags in the details of a warning: a hostile file has thousands. */
const MOST_LISTED = 100;

/** Returns the one warning for all tags of a film that the result lacks. */
export function tagWarnings({ film, container, result }: Pick<TagRequest, 'film' | 'container' | 'result'>): Warning[] {
  const tags = lostTags(film, result, container);
  const records = [...(film.movie?.others ?? []), ...film.data];
  const xmp = film.movie?.userData.some(({ type }) => type === 'XMP_') === true && !HOLDS_RECORDS.has(container.muxer);
  const lost = [
    ...(tags.length === 0 ? [] : [`${tags.length === 1 ? 'the tag' : 'the tags'} ${listOf(tags)}`]),
    ...(xmp ? ['XMP'] : []),
    ...(records.length === 0 ? [] : [`records of other data (${listOf(records)})`]),
  ];
  if (lost.length === 0) return [];
  const message = `${container.name} files made here do not keep everything the input has. Left out: ${lost.join(', ')}.`;
  return [
    {
      code: 'metadata_lost',
      message,
      details: { tags: tags.slice(0, MOST_LISTED), records: records.slice(0, MOST_LISTED), xmp },
    },
  ];
}
