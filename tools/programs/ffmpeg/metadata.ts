import { type MetadataEdit, plainName } from '../../../src/work/metadata.ts';

/** ffmpeg's names of fields, by plain names. Others are tags by their own name. */
const NAMES: Readonly<Record<string, string>> = {
  author: 'artist',
  creator: 'artist',
  albumartist: 'album_artist',
  tracknumber: 'track',
  discnumber: 'disc',
  year: 'date',
  subject: 'description',
};

/**
 * Returns the tags of a sound or film that an edit sets, by ffmpeg's names; an empty one removes the tag. If a field has the tag's own name,
 * another one for the same tag keeps its name.
 */
export function mediaTags({ fields }: MetadataEdit): Map<string, string> {
  const tags = new Map([...fields].map(([name, value]) => [ownName(name), value ?? '']));
  for (const [name, tag] of Object.entries(NAMES)) {
    const given = [...tags].find(([each]) => plainName(each) === name);
    if (given === undefined || tags.has(tag)) continue;
    tags.set(tag, given[1]);
    // A removed tag is removed by both names.
    if (given[0] !== tag && given[1] !== '') tags.set(given[0], '');
  }
  return tags;
}

/** Returns a name as ffmpeg takes it. */
const ownName = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
    .replace(/[^\p{L}\p{N}_.:]/gu, '');

/** Replaces tags of the same name, in any case, and their sort tags; an empty value removes the tag. */
export function replaceTags(
  tags: ReadonlyMap<string, string>,
  others: ReadonlyMap<string, string>,
): Map<string, string> {
  const kept = [...tags].filter(([name]) => !others.has(name.toLowerCase()) && !others.has(sortedTag(name)));
  return new Map([...kept, ...[...others].filter(([, value]) => value !== '')]);
}

/** Returns the tag whose sort order a tag gives: `title` for `sort_name` and `TITLESORT`; empty for other tags. */
function sortedTag(name: string): string {
  const [, before, after] = /^sort_(\w+)$|^(\w+?)_?sort$/i.exec(name) ?? [];
  const tag = (before ?? after ?? '').toLowerCase();
  return tag === 'name' ? 'title' : tag.replace('albumartist', 'album_artist');
}
