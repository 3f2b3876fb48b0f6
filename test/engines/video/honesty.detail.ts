import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Probed, probe, streamsOf, Workshop } from './support.ts';

let workshop: Workshop;
let source: string;
/** With two chapters, subtitles, a cover, a font, languages, titles and dates. */
let rich: string;

const CHAPTERS =
  ';FFMETADATA1\ntitle=Rich\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=2\ntitle=First\n[CHAPTER]\nTIMEBASE=1/1\nSTART=2\nEND=4\ntitle=Second\n';

beforeAll(async () => {
  workshop = await Workshop.open();
  source = await workshop.colours('source.mp4', '-c:v', 'libx264', '-c:a', 'aac');
  await workshop.write('lines.srt', '1\n00:00:01,000 --> 00:00:02,000\nGreen it is\n');
  await workshop.write('chapters.txt', CHAPTERS);
  await workshop.write('font.ttf', 'no font, but a file of that name');
  const cover = await workshop.film('cover.png', '-f', 'lavfi', '-i', 'color=red:size=32x32', '-frames:v', '1');
  rich = await workshop.film(
    'rich.mkv',
    ...['-i', source, '-i', workshop.path('lines.srt'), '-i', workshop.path('chapters.txt')],
    ...['-map', '0:v', '-map', '0:a', '-map', '1:s', '-map_metadata', '2', '-map_chapters', '2', '-c', 'copy'],
    ...['-metadata:s:v:0', 'title=Camera 7', '-metadata:s:v:0', 'creation_time=2020-02-02T00:00:00Z'],
    ...['-metadata:s:a:0', 'language=fra', '-metadata:s:a:0', 'title=By Jean', '-metadata:s:s:0', 'language=deu'],
    ...['-attach', cover, '-metadata:s:t:0', 'mimetype=image/png', '-metadata:s:t:0', 'filename=cover.png'],
    ...['-attach', workshop.path('font.ttf'), '-metadata:s:t:1', 'mimetype=font/ttf', '-metadata:s:t:1'],
    'filename=font.ttf',
  );
});
afterAll(() => workshop.remove());

const lossesOf = (warnings: readonly string[]): string[] =>
  ['chapters', 'covers', 'attached files', 'subtitles'].filter((what) =>
    warnings.some((warning) => warning.startsWith('output_limited') && warning.includes(`have no ${what}`)),
  );

describe('what a target has no place for', () => {
  test.each([
    ['mkv', []],
    ['mp4', ['attached files']],
    ['mov', ['covers', 'attached files']],
    ['webm', ['covers', 'attached files']],
    ['ogv', ['chapters', 'covers', 'attached files', 'subtitles']],
    ['wmv', ['covers', 'attached files', 'subtitles']],
    ['avi', ['chapters', 'covers', 'attached files', 'subtitles']],
    ['flv', ['chapters', 'covers', 'attached files', 'subtitles']],
    ['mpg', ['chapters', 'covers', 'attached files', 'subtitles']],
    ['3gp', ['chapters', 'covers', 'attached files', 'subtitles']],
    ['ts', ['chapters', 'covers', 'attached files', 'subtitles']],
  ])('%s: %j is reported, the rest is there', async (target, lost) => {
    const { path, warnings } = await workshop.run(rich, target);
    const { chapters, streams } = await probe(path);
    expect(lossesOf(warnings)).toEqual(lost);
    const has = (what: string, found: boolean) => expect([what, found]).toEqual([what, !lost.includes(what as never)]);
    has('chapters', chapters.length === 2);
    has(
      'covers',
      streams.some(({ disposition }) => disposition?.attached_pic === 1),
    );
    has(
      'attached files',
      streams.some(({ codec_type }) => codec_type === 'attachment'),
    );
    has(
      'subtitles',
      streams.some(({ codec_type }) => codec_type === 'subtitle'),
    );
  });

  test('leaving it out as asked is no loss', async () => {
    const { warnings } = await workshop.run(rich, 'avi', { strip_metadata: true, subtitles: 'none' });
    expect(warnings).toEqual([]);
  });

  test('a second angle', async () => {
    const both = await workshop.film('angles.mkv', ...['-i', source, '-map', '0:v', '-map', '0:v', '-c', 'copy']);
    const { path, warnings } = await workshop.run(both, 'mkv');
    expect([streamsOf(await probe(path)), warnings]).toEqual([
      'video h264',
      [expect.stringContaining('2 tracks of pictures')],
    ]);
  });
});

test('the cover and the font of a Matroska file stay as they are, byte for byte', async () => {
  const { path } = await workshop.run(rich, 'mkv', { quality: 75 });
  const { streams } = await probe(path);
  const kept = streams.flatMap(({ tags }) => (tags?.filename === undefined ? [] : [tags.filename]));
  expect(kept.sort()).toEqual(['cover.png', 'font.ttf']);
  const dump = async (file: string, place: string) => {
    const output = workshop.path(`dumped-${place}`);
    await execa('ffmpeg', ['-v', 'quiet', '-y', `-dump_attachment:${place}`, output, '-i', file], { reject: false });
    return readFile(output);
  };
  expect(await dump(path, 't:0')).toEqual(await readFile(workshop.path('font.ttf')));
  const cover = ['-map', '0:v:1', '-c', 'copy', '-f', 'md5', '-'];
  const [before, after] = await Promise.all(
    [rich, path].map((file) => execa('ffmpeg', ['-v', 'error', '-i', file, ...cover])),
  );
  expect(after?.stdout).toBe(before?.stdout);
});

test.each([
  [{ speed: 2 }, ['0.000000 First', '1.000000 Second']],
  [{ start: '00:00:01' }, ['0.000000 First', '1.000000 Second']],
  [{ start: '00:00:02.500' }, ['0.000000 Second']],
  [{ end: '00:00:01' }, ['0.000000 First']],
])('chapters lie where they belong with %j', async (options, expected) => {
  const { path } = await workshop.run(rich, 'mp4', { ...options, subtitles: 'none' });
  const { chapters } = await probe(path);
  expect(chapters.map(({ start_time, tags }) => `${start_time} ${tags?.title}`)).toEqual(expected);
});

/** What the writer of a file notes of it by itself. */
const OWN =
  /^(major_brand|minor_version|compatible_brands|encoder|software|duration|handler_name|vendor_id|filename|mimetype|wm\/.*|isvbr|alpha_mode)$/i;
const tagsOf = ({ format, streams, chapters }: Probed): string[] =>
  [format, ...streams, ...chapters].flatMap(({ tags = {} }) =>
    Object.entries(tags)
      .filter(([name, value]) => !OWN.test(name) && !(name === 'language' && value === 'und'))
      .map(([name, value]) => `${name} ${value}`),
  );

/** QuickTime knows the older code alone. */
const GERMAN = /^language (deu|ger)$/;

test.each(['mp4', 'mov', 'mkv', 'webm'])('strip_metadata leaves nothing but the languages in %s', async (target) => {
  const before = await probe((await workshop.run(rich, target)).path);
  expect(tagsOf(before)).toEqual(
    expect.arrayContaining(['title Rich', 'title First', 'language fra', expect.stringMatching(GERMAN)]),
  );
  const after = await probe((await workshop.run(rich, target, { strip_metadata: true })).path);
  expect(tagsOf(after)).toEqual(['language fra', expect.stringMatching(GERMAN)]);
  expect(after.chapters).toEqual([]);
});

test.each(['avi', 'wmv', 'flv', 'ogv', '3gp'])('strip_metadata leaves no text of the film in %s', async (target) => {
  const after = await probe((await workshop.run(rich, target, { strip_metadata: true, subtitles: 'none' })).path);
  expect(tagsOf(after).filter((tag) => !/^language fr[ae]$/.test(tag))).toEqual([]);
});

describe('adjusted, and reported', () => {
  test('sample rate and bitrate of the sound', async () => {
    const { path, warnings } = await workshop.run(source, 'mkv', {
      ...{ audio_codec: 'ac3', frequency: 22_050, audio_bitrate: 100, end: '00:00:01' },
    });
    expect((await probe(path)).streams[1]).toMatchObject({
      codec_name: 'ac3',
      sample_rate: '32000',
      bit_rate: '112000',
    });
    expect(warnings).toEqual([
      'option_adjusted: Option frequency: 32000 Hz was used instead of 22050 Hz, because ac3 has no such rate.',
      'option_adjusted: Option audio_bitrate: 112 kbit/s was used instead of 100 kbit/s, because ac3 has no such bitrate.',
    ]);
  });

  test('video_bitrate of ProRes is refused', async () => {
    const { result, error } = await workshop.run(source, 'mov', { video_codec: 'prores', video_bitrate: 1000 });
    expect([result, error]).toEqual(['option_unsupported', expect.stringContaining('give quality')]);
  });

  test('a copied film stays interlaced, and is not once it is encoded', async () => {
    const lines = ['-vf', 'format=yuv420p,setfield=tff', '-flags', '+ilme+ildct', '-c:v', 'mpeg2video', '-t', '1'];
    const film = await workshop.film('lines.mkv', '-i', source, ...lines);
    const order = async (path: string) => {
      const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'frame=interlaced_frame', '-of', 'csv=p=0'];
      const { stdout } = await execa('ffprobe', [...args, path]);
      return [
        ...new Set(
          stdout
            .split('\n')
            .filter(Boolean)
            .map((line) => line.slice(0, 1)),
        ),
      ];
    };
    expect(await order((await workshop.run(film, 'mpg')).path)).toEqual(['1']);
    expect(await order((await workshop.run(film, 'mpg', { quality: 80 })).path)).toEqual(['0']);
  });
});

describe('tracks that ffmpeg cannot read', () => {
  const kindsOf = ({ streams }: Probed) => streams.map(({ codec_type }) => codec_type);

  /** The film with another word of the same length in the place of one that it has once or more. */
  async function renamed(film: string, name: string, from: string, to: string): Promise<string> {
    const bytes = await readFile(film);
    expect(bytes.includes(from)).toBe(true);
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at, 'latin1');
    return workshop.write(name, bytes);
  }

  test('subtitles of an unknown codec are left out and named', async () => {
    const film = await renamed(rich, 'unknown-lines.mkv', 'S_TEXT/UTF8', 'S_TEXT/NEWS');
    const { path, warnings } = await workshop.run(film, 'mp4');
    expect(kindsOf(await probe(path))).toEqual(expect.arrayContaining(['video', 'audio']));
    expect(kindsOf(await probe(path))).not.toContain('subtitle');
    expect(warnings).toContainEqual(expect.stringContaining('not known here were left out: 1 of subtitles'));
  });

  test('sound of an unknown codec, and sound whose samples nothing describes', async () => {
    const unknown = await renamed(rich, 'unknown-sound.mkv', 'A_AAC', 'A_NEW');
    const description = await readFile(source);
    // The second track's: its first box is of sound.
    const at = description.lastIndexOf('stsd');
    description.write('free', at, 'latin1');
    for (const film of [unknown, await workshop.write('undescribed.mp4', description)]) {
      const { path, warnings } = await workshop.run(film, 'mkv');
      expect(kindsOf(await probe(path))).toContain('video');
      expect(kindsOf(await probe(path))).not.toContain('audio');
      expect(warnings).toContainEqual(expect.stringContaining('not known here were left out: 1 of sound'));
    }
  });
});
