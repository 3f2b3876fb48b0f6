import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AudioTarget } from '../../../engines/audio/containers.ts';
import { formatOf } from '../../../src/files/formats/names.ts';
import { errorOf } from '../../support/error-of.ts';
import { ffmpeg, ffprobe, HAS_AMR, pictureHash, Workshop } from './support.ts';

const WITH_COVER = ['aiff', 'flac', 'm4a', 'm4b', 'm4r', 'mka', 'mp3', 'ogg', 'opus', 'wma'] as const;
const WITHOUT = ['aac', 'ac3', 'amr', 'au', 'caf', 'eac3', 'mmf', 'wav'] as const satisfies readonly AudioTarget[];

/** One black pixel, transparent. */
const CLEAR_GIF = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==';

let workshop: Workshop;
/** With a cover of its own. */
let tagged: string;
let cover: string;

beforeAll(async () => {
  workshop = await Workshop.open();
  const picture = (name: string, source: string) =>
    workshop.make(name, ['-f', 'lavfi', '-i', source, '-frames:v', '1']);
  await workshop.make('plain.wav', ['-f', 'lavfi', '-i', 'sine=440:d=1:r=44100']);
  await picture('own.png', 'testsrc=s=80x60:d=1');
  for (const name of ['cover.png', 'cover.jpg', 'cover.bmp']) await picture(name, 'color=red:s=90x60:d=1');
  await picture('large.png', 'color=blue:s=3200x1600:d=1');
  await workshop.write('clear.gif', Buffer.from(CLEAR_GIF, 'base64'));
  tagged = await workshop.make('tagged.mp3', [
    ...['-i', workshop.path('plain.wav'), '-i', workshop.path('own.png'), '-map', '0', '-map', '1', '-c:v', 'copy'],
    ...['-disposition:v', 'attached_pic', '-metadata', 'title=Kept'],
  ]);
  cover = workshop.path('cover.png');
});

afterAll(() => workshop.close());

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

describe('option cover', () => {
  it.each(WITH_COVER)('makes the second input the only cover of %s, byte for byte', async (target) => {
    const { output, warnings } = await workshop.convert({ input: tagged, cover, target, options: { cover: true } });
    expect(await pictureHash(output.path)).toBe(await sha256(cover));
    expect(warnings).toEqual([]);
    expect(output.inputIds).toEqual(['input-1', 'input-2']);
  });

  it.each([
    ['flac', { audio_bitdepth: 32 }],
    ['m4a', { audio_codec: 'alac' }],
    ['mka', { audio_codec: 'flac', start: '00:00:00' }],
  ] as const)('takes a JPEG in %s with %o', async (target, options) => {
    const jpeg = workshop.path('cover.jpg');
    const { output } = await workshop.convert({
      input: tagged,
      cover: jpeg,
      target,
      options: { ...options, cover: true },
    });
    expect(await pictureHash(output.path)).toBe(await sha256(jpeg));
  });

  it('says that it is the front cover', async () => {
    const { output } = await workshop.convert({ input: tagged, cover, target: 'flac', options: { cover: true } });
    const picture = (await ffprobe(output.path)).streams.find(({ codec_type }) => codec_type === 'video');
    expect(picture?.tags).toMatchObject({ comment: 'Cover (front)' });
  });

  it('keeps the kind that another picture has, by its number', async () => {
    // The second kind is that of icons, which metaflac takes no other picture for.
    for (const number of Array.from({ length: 21 }, (_, kind) => kind).filter((kind) => kind !== 1)) {
      const source = await workshop.make(`kind-${number}.flac`, ['-i', workshop.path('plain.wav')]);
      await execa('metaflac', [`--import-picture-from=${number}||||${workshop.path('own.png')}`, source]);
      const kindOf = async (path: string) =>
        (await ffprobe(path)).streams.find(({ codec_type }) => codec_type === 'video')?.tags?.comment;
      const { output } = await workshop.convert({ input: source, target: 'ogg', options: {} });
      expect(await kindOf(output.path)).toBe(await kindOf(source));
    }
  });

  it('scales a large picture down, with a warning', async () => {
    const large = workshop.path('large.png');
    const { output, warnings } = await workshop.convert({
      input: tagged,
      cover: large,
      target: 'mp3',
      options: { cover: true },
    });
    expect(await pictureOf(output.path)).toMatchObject({ codec_name: 'mjpeg', width: 3000, height: 1500 });
    expect(warnings.map(({ code, details }) => [code, details.option])).toEqual([['option_adjusted', 'cover']]);
  });

  it.each(['m4a', 'wma', 'mka'])('makes a JPEG on white of a transparent GIF in %s', async (target) => {
    const gif = workshop.path('clear.gif');
    const { output, warnings } = await workshop.convert({
      input: tagged,
      cover: gif,
      target,
      options: { cover: true },
    });
    expect(await pictureOf(output.path)).toMatchObject({ codec_name: 'mjpeg', width: 1, height: 1 });
    expect(warnings).toEqual([]);
    const pixels = workshop.path(`${target}.rgb`);
    await ffmpeg(['-i', output.path, '-map', '0:v', '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', pixels]);
    expect(Math.min(...(await readFile(pixels)))).toBeGreaterThan(250);
  });

  it('is on a text that is read aloud', async () => {
    const input = await workshop.write('text.txt', 'To be read aloud.\n');
    const options = { cover: true, language_tts: 'en-US' };
    const { output } = await workshop.convert({ input, cover, target: 'mp3', format: formatOf('txt'), options });
    expect(await pictureHash(output.path)).toBe(await sha256(cover));
  });

  it.each(WITHOUT.filter((target) => HAS_AMR || target !== 'amr'))('is refused by %s', async (target) => {
    const error = await errorOf(workshop.convert({ input: tagged, cover, target, options: { cover: true } }));
    expect([error.code, error.message]).toEqual([
      'option_unsupported',
      expect.stringContaining('cannot contain a picture'),
    ]);
  });

  it('is refused without a second input, and where that is no picture', async () => {
    const alone = await errorOf(workshop.convert({ input: tagged, target: 'mp3', options: { cover: true } }));
    expect([alone.code, alone.message]).toEqual(['input_count', expect.stringContaining('two inputs')]);
    const sound = workshop.path('plain.wav');
    const wrong = await errorOf(
      workshop.convert({ input: tagged, cover: sound, target: 'mp3', options: { cover: true } }),
    );
    expect([wrong.code, wrong.message]).toEqual(['input_wrong_type', expect.stringContaining('no JPEG, PNG')]);
  });

  it('is refused where the picture is damaged', async () => {
    const bytes = await readFile(workshop.path('cover.bmp'));
    const damaged = await workshop.write('damaged.bmp', bytes.subarray(0, 40));
    const error = await errorOf(
      workshop.convert({ input: tagged, cover: damaged, target: 'mp3', options: { cover: true } }),
    );
    expect([error.code, error.message]).toEqual(['input_damaged', expect.stringContaining('damaged.bmp')]);
  });
});

it('keeps the cover of a source in mka, as an attached file, and gives it back', async () => {
  const there = await workshop.convert({ input: tagged, target: 'mka' });
  expect(await pictureOf(there.output.path)).toMatchObject({ tags: { filename: 'cover.png', mimetype: 'image/png' } });
  expect(there.warnings).toEqual([]);
  const back = await workshop.convert({ input: there.output.path, target: 'flac' });
  expect(await pictureHash(back.output.path)).toBe(await sha256(workshop.path('own.png')));
});

async function pictureOf(path: string) {
  return (await ffprobe(path)).streams.find(({ codec_type }) => codec_type === 'video');
}
