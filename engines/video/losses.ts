import type { Film } from '../../tools/ffmpeg/film.ts';
import { limited, type Warning } from '../../tools/ffmpeg/issues.ts';
import type { Container } from './containers.ts';
import type { FilmOptions } from './options.ts';

/** What a film has and the result will not have, because its container has no place for it: a warning for each kind. */
export function lossWarnings(film: Film, { stripMetadata }: FilmOptions, container: Container): Warning[] {
  const { name, chapters, covers, attachments } = container;
  const lost = (count: number, what: string) => {
    const message = `${name} files made here have no ${what}: ${count} of the film were left out.`;
    return count === 0 ? [] : [limited(message, { [what]: count })];
  };
  const { otherPictures } = film;
  const others = `The film has ${otherPictures + 1} tracks of pictures; the usual one was converted, and ${otherPictures} left out.`;
  return [
    ...(otherPictures === 0 ? [] : [limited(others, { pictures: otherPictures })]),
    ...(stripMetadata || chapters ? [] : lost(film.chapters.length, 'chapters')),
    ...(stripMetadata || covers !== 'none' ? [] : lost(film.covers.length, 'covers')),
    ...(stripMetadata || attachments ? [] : lost(film.attachments.length, 'attached files')),
  ];
}
