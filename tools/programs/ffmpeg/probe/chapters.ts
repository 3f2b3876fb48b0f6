import type { Chapter } from './source.ts';

/** The part of the film that is kept, in seconds. */
interface Part {
  readonly start: number;
  /** Null for the end of the film. */
  readonly end: number | null;
}

/** Returns the chapters with their times in the part that is kept, at its speed. */
export function cutChapters(chapters: readonly Chapter[], { start, end }: Part, speed: number): Chapter[] {
  const last = end ?? Number.POSITIVE_INFINITY;
  return chapters
    .filter((chapter) => chapter.end > start && chapter.start < last)
    .map(({ title, ...chapter }) => ({
      title,
      start: (Math.max(chapter.start, start) - start) / speed,
      end: (Math.min(chapter.end, last) - start) / speed,
    }));
}
