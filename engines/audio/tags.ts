import { isTechnical } from '../../tools/programs/ffmpeg/probe/container-tags.ts';
import type { Chapter, SourceFacts } from '../../tools/programs/ffmpeg/probe/source.ts';

/** Tags that advise players on the volume: they are wrong once the loudness has changed. */
const LOUDNESS_FORM = /^(replaygain_|r128_)/;

/** Returns the tags of the source that go into the result. */
export function selectTags(source: SourceFacts, normalized: boolean): Map<string, string> {
  const kept = [...source.tags].filter(([name, value]) => {
    const key = name.toLowerCase();
    if (value === '' || isTechnical(key)) return false;
    return !(normalized && LOUDNESS_FORM.test(key));
  });
  return new Map(kept);
}

/** Returns the language of the sound, ISO 639-2, or null if the source does not state it. */
export function soundLanguage(source: SourceFacts): string | null {
  const language = source.tags.get('language') ?? null;
  return language !== null && language !== 'und' && /^[a-z]{3}$/.test(language) ? language : null;
}

/** Returns chapters as Vorbis comments, which ffmpeg, VLC and foobar2000 read: CHAPTER000=00:00:00.000, CHAPTER000NAME=… */
export function chapterComments(chapters: readonly Chapter[]): Map<string, string> {
  const comments = new Map<string, string>();
  for (const [index, { start, title }] of chapters.entries()) {
    const name = `CHAPTER${String(index).padStart(3, '0')}`;
    comments.set(name, clock(start));
    if (title !== '') comments.set(`${name}NAME`, title);
  }
  return comments;
}

function clock(seconds: number): string {
  const milliseconds = Math.round(seconds * 1000);
  const part = (divisor: number, size: number, digits: number) =>
    String(Math.floor(milliseconds / divisor) % size).padStart(digits, '0');
  return `${part(3600000, 100, 2)}:${part(60000, 60, 2)}:${part(1000, 60, 2)}.${part(1, 1000, 3)}`;
}
