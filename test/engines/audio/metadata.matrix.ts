import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AudioTarget } from '../../../engines/audio/containers.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { renderMetadata } from '../../../tools/programs/ffmpeg/probe/ffmetadata.ts';
import { sample } from '../../support/sample.ts';
import { ffprobe, HAS_AMR, HAS_FDKAAC, type Probed, pictureHash, Workshop } from './support.ts';

const withFdkaac: [string, OptionValues][] = HAS_FDKAAC ? [['m4a', { audio_codec: 'heaac1' }]] : [];

/** Everything that is hard about text: signs with a meaning in ffmpeg's own format, lines, scripts. */
const TAGS: Readonly<Record<string, string>> = {
  title: 'Ünï = Tést; # \\ 日本',
  artist: 'Who & "Whom"',
  album: 'A',
  album_artist: 'Various',
  composer: 'C.',
  genre: 'Jazz',
  date: '2021',
  track: '3/9',
  comment: 'first line\nsecond line',
  mood: 'odd',
};
const CHAPTERS = [
  { start: 0, end: 1, title: 'One; = \\ #' },
  { start: 1, end: 3, title: 'Two' },
];

interface Kept {
  /** Tags that the format has no place for. */
  readonly lost: readonly string[];
  readonly cover: boolean;
  readonly chapters: boolean;
}

const ALL: Kept = { lost: [], cover: true, chapters: true };
const NOTHING: Kept = { lost: Object.keys(TAGS).sort(), cover: false, chapters: false };

const KEPT: Readonly<Record<AudioTarget, Kept>> = {
  aac: NOTHING,
  ac3: NOTHING,
  aiff: ALL,
  amr: NOTHING,
  au: { ...NOTHING, lost: ['album_artist', 'comment', 'composer', 'date', 'mood'] },
  caf: { ...NOTHING, lost: [] },
  eac3: NOTHING,
  flac: ALL,
  m4a: ALL,
  m4b: ALL,
  mka: ALL,
  m4r: ALL,
  mmf: NOTHING,
  mp3: ALL,
  ogg: ALL,
  opus: ALL,
  wav: { lost: ['album_artist', 'composer', 'mood'], cover: false, chapters: false },
  wma: ALL,
};

let workshop: Workshop;
let tagged: string;
/** SHA-256 of the picture, in hexadecimal. */
let cover: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  const picture = await workshop.make('cover.png', ['-f', 'lavfi', '-i', 'testsrc=s=80x60:d=1', '-frames:v', '1']);
  cover = createHash('sha256')
    .update(await readFile(picture))
    .digest('hex');
  tagged = await makeTagged('tagged.mp3', picture);
});

afterAll(async () => {
  await workshop.close();
});

/** A file with all tags, chapters and a picture, made by ffmpeg alone. */
async function makeTagged(name: string, picture: string, codec: readonly string[] = []): Promise<string> {
  const text = await workshop.write('tags.txt', renderMetadata(new Map(Object.entries(TAGS)), CHAPTERS));
  return workshop.make(name, [
    ...['-f', 'lavfi', '-i', 'sine=440:d=3:r=44100', '-i', text, '-i', picture],
    ...['-map', '0', '-map', '2', '-map_metadata', '1', '-map_chapters', '1', '-c:v', 'copy', ...codec],
    ...['-metadata:s:v', 'title=Sleeve', '-metadata:s:v', 'comment=Cover (back)', '-disposition:v', 'attached_pic'],
  ]);
}

function tagsOf({ format, streams }: Probed): Map<string, string> {
  const all = { ...streams.find(({ codec_type }) => codec_type === 'audio')?.tags, ...format.tags };
  return new Map(Object.entries(all).map(([name, value]) => [name.toLowerCase(), value]));
}

function sorted(names: unknown): unknown {
  return Array.isArray(names) ? [...names].sort() : names;
}

describe('tags, covers and chapters', () => {
  it.each(Object.entries(KEPT).filter(([target]) => HAS_AMR || target !== 'amr'))('in %s', async (target, kept) => {
    const { output, warnings } = await workshop.convert({ input: tagged, target });
    const probed = await ffprobe(output.path);
    const tags = tagsOf(probed);
    for (const [name, value] of Object.entries(TAGS)) {
      expect(tags.get(name), name).toBe(kept.lost.includes(name) ? undefined : value);
    }
    const titles = probed.chapters.map((chapter) => chapter.tags?.title);
    expect(titles).toEqual(kept.chapters ? CHAPTERS.map(({ title }) => title) : []);
    expect(await pictureHash(output.path)).toEqual(kept.cover ? cover : null);
    const lost = warnings
      .filter(({ code }) => code === 'metadata_lost')
      .map(({ details }) => ({ ...details, tags: sorted(details.tags) }));
    const expected = { tags: kept.lost, pictures: kept.cover ? 0 : 1, chapters: kept.chapters ? 0 : 2 };
    expect(lost).toEqual(kept === ALL ? [] : [expected]);
  });

  const codecs: readonly (readonly [string, OptionValues])[] = [
    ['flac', { audio_bitdepth: 32 }],
    ['flac', { audio_bitdepth: 8 }],
    ['m4a', { audio_codec: 'alac' }],
    ...withFdkaac,
    ['ogg', { audio_codec: 'speex' }],
    ['ogg', { audio_codec: 'flac' }],
    ['ogg', { audio_codec: 'opus' }],
  ];

  it.each(sample('tags by codec', codecs, 3))('in %s with %o', async (target, options) => {
    const { output } = await workshop.convert({ input: tagged, target, options });
    const probed = await ffprobe(output.path);
    expect(tagsOf(probed).get('title')).toBe(TAGS.title);
    expect(tagsOf(probed).get('album_artist')).toBe(TAGS.album_artist);
    expect(tagsOf(probed).get('comment')).toBe(TAGS.comment);
    expect(probed.chapters).toHaveLength(2);
    expect(await pictureHash(output.path)).toEqual(cover);
  });

  const sources: readonly (readonly [string, readonly string[]])[] = [
    ['source.flac', []],
    ['source.m4a', ['-c:a', 'aac', '-f', 'ipod']],
    ['source.aiff', ['-write_id3v2', '1']],
  ];

  it.each(sample('sources of tags', sources, 1))('from %s, and back', async (name, codec) => {
    const source = await makeTagged(name, workshop.path('cover.png'), codec);
    const there = await workshop.convert({ input: source, target: 'ogg' });
    const back = await workshop.convert({ input: there.output.path, target: 'mp3' });
    const probed = await ffprobe(back.output.path);
    expect(tagsOf(probed).get('title')).toBe(TAGS.title);
    expect(tagsOf(probed).get('track')).toBe(TAGS.track);
    expect(await pictureHash(back.output.path)).toEqual(cover);
  });

  it('from WMA and into it, with pictures of any size', async () => {
    const noise = await workshop.make('large.png', [
      '-f',
      'lavfi',
      '-i',
      'nullsrc=s=300x300,geq=random(1)*255:128:128',
      '-frames:v',
      '1',
    ]);
    const large = await makeTagged('large.mp3', noise);
    expect((await readFile(noise)).length).toBeGreaterThan(65_536);
    const { output, warnings } = await workshop.convert({ input: large, target: 'wma' });
    expect(warnings).toEqual([]);
    const content = await readFile(output.path);
    expect(content.includes(await readFile(noise))).toBe(true);
    const small = await workshop.convert({ input: tagged, target: 'wma' });
    const again = await workshop.convert({ input: small.output.path, target: 'flac' });
    expect(await pictureHash(again.output.path)).toEqual(cover);
  });

  it('keeps the kind and the title of a picture', async () => {
    const { output } = await workshop.convert({ input: tagged, target: 'flac' });
    const picture = (await ffprobe(output.path)).streams.find(({ codec_type }) => codec_type === 'video');
    expect(picture?.tags).toMatchObject({ title: 'Sleeve', comment: 'Cover (back)' });
  });

  it('moves chapters with start and end, and keeps tags and cover then', async () => {
    const options = { start: '00:00:01', end: '00:00:02' };
    for (const target of ['m4a', 'ogg']) {
      const { output } = await workshop.convert({ input: tagged, target, options });
      const probed = await ffprobe(output.path);
      expect(probed.chapters.map(({ start_time, tags }) => [Number(start_time), tags?.title])).toEqual([[0, 'Two']]);
      expect(Number(probed.chapters[0]?.end_time)).toBeCloseTo(1, 1);
      expect(tagsOf(probed).get('title')).toBe(TAGS.title);
      expect(await pictureHash(output.path)).toEqual(cover);
    }
  });

  it('leaves out the advice on loudness that normalising makes wrong, and only then', async () => {
    const source = await workshop.make('gain.flac', [
      '-i',
      tagged,
      '-metadata',
      'REPLAYGAIN_TRACK_GAIN=-7 dB',
      '-map',
      '0:a',
    ]);
    const plain = await workshop.convert({ input: source, target: 'flac' });
    const louder = await workshop.convert({ input: source, target: 'flac', options: { normalize: true } });
    expect(tagsOf(await ffprobe(plain.output.path)).get('replaygain_track_gain')).toBe('-7 dB');
    expect(tagsOf(await ffprobe(louder.output.path)).has('replaygain_track_gain')).toBe(false);
  });
});
