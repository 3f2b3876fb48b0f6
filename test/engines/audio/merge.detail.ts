import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { convertd } from '../../cli/support.ts';
import { Workshop } from './support.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
  const tone = (name: string, source: string, ...more: string[]) =>
    workshop.make(name, ['-f', 'lavfi', '-i', source, ...more]);
  await tone(
    'one.mp3',
    'sine=440:d=2:r=44100',
    '-metadata',
    'title=One',
    '-metadata',
    'album=Both',
    '-metadata',
    'artist=A',
  );
  await tone('two.flac', 'sine=880:d=1:r=48000', '-ac', '2', '-metadata', 'title=Two', '-metadata', 'album=Both');
});

afterAll(() => workshop.close());

const probe = async (path: string) =>
  JSON.parse(
    (await execa('ffprobe', ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', '-show_chapters', path]))
      .stdout,
  );

it('joins sounds of different forms, each a chapter, with the tags that they share', async () => {
  const words = ['one.mp3', 'two.flac', 'book.m4b'].map((name) => workshop.path(name));
  const { exitCode, stdout } = await convertd(words);
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('warning')]);
  const { format, streams, chapters } = await probe(workshop.path('book.m4b'));
  expect(Number(format.duration)).toBeCloseTo(3, 1);
  expect(streams[0]).toMatchObject({ sample_rate: '48000', channels: 2 });
  expect(
    chapters.map(({ start_time, tags }: { start_time: string; tags: { title: string } }) => [
      Number(start_time),
      tags.title,
    ]),
  ).toEqual([
    [0, 'One'],
    [2, 'Two'],
  ]);
  expect(format.tags).toMatchObject({ album: 'Both' });
  expect(format.tags).not.toHaveProperty('artist');
});

it('applies other options to the whole, in the order of the inputs', async () => {
  const words = ['two.flac', 'one.mp3', 'part.wav'].map((name) => workshop.path(name));
  const { exitCode, stdout } = await convertd([...words, '-o', 'start=0:01', '-o', 'end=0:02']);
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining('warning')]);
  // The second that begins with the second input: 440 Hz, 880 passages through zero.
  const { stdout: crossings } = await execa('bash', [
    '-c',
    `ffmpeg -v info -i '${workshop.path('part.wav')}' -af astats -f null - 2>&1 | grep -m1 'Zero crossings:'`,
  ]);
  expect(Math.abs(Number(/\d+$/.exec(crossings)?.[0]) - 880)).toBeLessThan(20);
});
