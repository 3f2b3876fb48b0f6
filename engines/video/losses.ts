import { hiddenCovers } from '../../tools/formats/iso-media/covers.ts';
import { limited, type Warning } from '../../tools/programs/ffmpeg/issues.ts';
import type { Film } from '../../tools/programs/ffmpeg/probe/film.ts';
import type { Container } from './containers.ts';
import type { FilmOptions } from './read-options.ts';

const KINDS = { video: 'pictures', audio: 'sound', subtitle: 'subtitles' } as const satisfies Record<
  Film['unreadable'][number],
  string
>;

/** Returns a warning for each kind of content of a film that its new container has no place for. */
export function lossWarnings(film: Film, { stripMetadata }: FilmOptions, container: Container): Warning[] {
  const { name, chapters, covers, attachments } = container;
  const lost = (count: number, what: string) => {
    const message = `${name} files made here have no ${what}: ${count} of the film were left out.`;
    return count === 0 ? [] : [limited(message, { [what]: count })];
  };
  const { otherPictures, unreadable } = film;
  const kinds = Object.entries(KINDS).flatMap(([kind, words]) => {
    const count = unreadable.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${count} of ${words}`];
  });
  const unread = `Tracks whose codec is not known here were left out: ${kinds.join(', ')}.`;
  const others = `The film has ${otherPictures + 1} tracks of pictures; the usual one was converted, and ${otherPictures} left out.`;
  return [
    ...(kinds.length === 0 ? [] : [limited(unread, { unreadable: unreadable.length })]),
    ...(otherPictures === 0 ? [] : [limited(others, { pictures: otherPictures })]),
    ...(stripMetadata || chapters ? [] : lost(film.chapters.length, 'chapters')),
    ...(stripMetadata || covers !== 'none'
      ? []
      : lost(film.covers.length + hiddenCovers(film.movie?.items ?? []).length, 'covers')),
    ...(stripMetadata || attachments ? [] : lost(film.attachments.length, 'attached files')),
  ];
}
