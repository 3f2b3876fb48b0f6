import type { Extras } from '../../../engines/video/extras.ts';
import type { Film, PictureTrack, SoundTrack } from '../../../tools/programs/ffmpeg/probe/film.ts';

const TRACK = { file: 0, language: null, title: null, isUsual: true, bitRate: 500_000, edits: null } as const;

export const picture = (more: Partial<PictureTrack> = {}): PictureTrack => ({
  ...{ ...TRACK, index: 0, codec: 'ffv1', profile: null, width: 640, height: 480, pixelAspect: 1, turn: 0 },
  ...{ pixelFormat: 'yuv420p', bits: 8, hasAlpha: false, rate: { frames: 24_000, seconds: 1001 }, isVariable: false },
  ...{
    isInterlaced: false,
    begins: 0,
    color: { range: null, matrix: null, transfer: null, primaries: null },
    seconds: 100,
    dolbyVision: null,
  },
  ...more,
});

export const sound = (more: Partial<SoundTrack> = {}): SoundTrack => ({
  ...{ ...TRACK, index: 1, codec: 'dts', channels: 6, sampleRate: 37_800 },
  ...more,
});

/** A film that no target holds as it is, as ffprobe would report it. */
export const film = <const More extends Partial<Film>>(more: More) => ({
  ...{
    formats: ['matroska'],
    picture: picture(),
    otherPictures: 0,
    unreadable: [],
    sounds: [sound()],
    covers: [],
    attachments: [],
    movie: null,
    hasUnreadTags: false,
    data: [],
  },
  ...{
    subtitles: [
      { ...TRACK, index: 2, codec: 'subrip', isText: true, isTeletext: false, isForced: false, canvas: null },
    ],
  },
  ...{ chapters: [{ start: 0, end: 100, title: 'All' }], tags: new Map([['title', 'Film']]), seconds: 100 },
  ...more,
});

/** What `prepareExtras` finds in a film that has nothing to keep. */
export const NO_EXTRAS = {
  ...{ file: null, hasTags: false, chapters: false, covers: [], coverFiles: [], hiddenCovers: false },
  ...{ poster: null, attachments: [] },
} as const satisfies Extras;
