import type { TargetOf } from '../../src/catalog/definition.ts';
import type { catalog } from './catalog.ts';
import type { Container } from './encoding.ts';

/** The audio files that this category makes, as the catalog names them. */
export type AudioTarget = Exclude<TargetOf<typeof catalog>, 'waveform'>;

const ID3_PICTURES = ['mjpeg', 'png', 'gif', 'bmp', 'webp', 'tiff'];
const FLAC_PICTURES = ['mjpeg', 'png', 'gif', 'bmp', 'webp', 'tiff'];

const NO_METADATA = { pictures: 'none', pictureCodecs: [], chapters: 'none' } as const;
const VORBIS_COMMENTS = { pictures: 'comment', pictureCodecs: FLAC_PICTURES, chapters: 'comments' } as const;
const MPEG4 = {
  muxer: 'ipod',
  demuxer: 'mov',
  muxerArguments: [],
  contentType: 'audio/mp4',
  pictures: 'streams',
  pictureCodecs: ['mjpeg', 'png', 'bmp'],
  chapters: 'native',
} as const;

/**
 * Format and features of each target, measured with ffmpeg 5.1 and 7.1 alike. Ogg files keep covers and chapters as Vorbis comments
 * (METADATA_BLOCK_PICTURE, CHAPTERnnn), which ffmpeg does not write by itself, except Opus chapters.
 */
export const CONTAINERS = {
  aac: {
    name: 'AAC (ADTS)',
    muxer: 'adts',
    demuxer: 'aac',
    muxerArguments: [],
    extension: 'aac',
    contentType: 'audio/aac',
    ...NO_METADATA,
  },
  ac3: {
    name: 'AC-3',
    muxer: 'ac3',
    demuxer: 'ac3',
    muxerArguments: [],
    extension: 'ac3',
    contentType: 'audio/ac3',
    ...NO_METADATA,
  },
  aiff: {
    name: 'AIFF',
    muxer: 'aiff',
    demuxer: 'aiff',
    muxerArguments: ['-write_id3v2', '1'],
    extension: 'aiff',
    contentType: 'audio/aiff',
    pictures: 'streams',
    pictureCodecs: ID3_PICTURES,
    chapters: 'native',
  },
  amr: {
    name: 'AMR',
    muxer: 'amr',
    demuxer: 'amr',
    muxerArguments: [],
    extension: 'amr',
    contentType: 'audio/amr',
    ...NO_METADATA,
  },
  au: {
    name: 'AU',
    muxer: 'au',
    demuxer: 'au',
    muxerArguments: [],
    extension: 'au',
    contentType: 'audio/basic',
    ...NO_METADATA,
  },
  caf: {
    name: 'CAF',
    muxer: 'caf',
    demuxer: 'caf',
    muxerArguments: [],
    extension: 'caf',
    contentType: 'audio/x-caf',
    ...NO_METADATA,
  },
  eac3: {
    name: 'E-AC-3',
    muxer: 'eac3',
    demuxer: 'eac3',
    muxerArguments: [],
    extension: 'eac3',
    contentType: 'audio/eac3',
    ...NO_METADATA,
  },
  flac: {
    name: 'FLAC',
    muxer: 'flac',
    demuxer: 'flac',
    muxerArguments: [],
    extension: 'flac',
    contentType: 'audio/flac',
    pictures: 'streams',
    pictureCodecs: FLAC_PICTURES,
    chapters: 'comments',
  },
  m4a: { ...MPEG4, name: 'M4A', extension: 'm4a' },
  // Audiobook players recognise their files by this brand: they remember the position and show chapters.
  m4b: { ...MPEG4, muxerArguments: ['-brand', 'M4B '], name: 'M4B', extension: 'm4b' },
  m4r: { ...MPEG4, name: 'M4R', extension: 'm4r' },
  mka: {
    name: 'Matroska',
    muxer: 'matroska',
    demuxer: 'matroska',
    muxerArguments: [],
    extension: 'mka',
    contentType: 'audio/x-matroska',
    pictures: 'attachments',
    // Formats that ffmpeg shows as pictures when it reads them back.
    pictureCodecs: ['mjpeg', 'png', 'gif', 'tiff'],
    chapters: 'native',
  },
  mmf: {
    name: 'MMF',
    muxer: 'mmf',
    demuxer: 'mmf',
    muxerArguments: [],
    extension: 'mmf',
    contentType: 'application/vnd.smaf',
    ...NO_METADATA,
  },
  mp3: {
    name: 'MP3',
    muxer: 'mp3',
    demuxer: 'mp3',
    // Every player reads 2.3; not every player reads 2.4.
    muxerArguments: ['-id3v2_version', '3'],
    extension: 'mp3',
    contentType: 'audio/mpeg',
    pictures: 'streams',
    pictureCodecs: ID3_PICTURES,
    chapters: 'native',
  },
  ogg: {
    name: 'Ogg',
    muxer: 'ogg',
    demuxer: 'ogg',
    muxerArguments: [],
    extension: 'ogg',
    contentType: 'audio/ogg',
    ...VORBIS_COMMENTS,
  },
  opus: {
    name: 'Opus',
    muxer: 'opus',
    demuxer: 'ogg',
    muxerArguments: [],
    extension: 'opus',
    contentType: 'audio/ogg',
    ...VORBIS_COMMENTS,
  },
  wav: {
    name: 'WAV',
    muxer: 'wav',
    demuxer: 'wav',
    muxerArguments: [],
    extension: 'wav',
    contentType: 'audio/wav',
    ...NO_METADATA,
  },
  wma: {
    name: 'WMA',
    muxer: 'asf',
    demuxer: 'asf',
    muxerArguments: [],
    extension: 'wma',
    contentType: 'audio/x-ms-wma',
    pictures: 'attributes',
    pictureCodecs: ['mjpeg', 'png', 'gif', 'bmp'],
    chapters: 'native',
  },
} as const satisfies Readonly<Record<AudioTarget, Container>>;
