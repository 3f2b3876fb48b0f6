import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { convert, makeScratch, onlyOutput, type Scratch } from './support.ts';

const LINES = { deu: 'Guten Tag', eng: 'Good day' };

let scratch: Scratch;
let film = '';

beforeAll(async () => {
  scratch = await makeScratch();
  film = scratch.path('film.mkv');
  const inputs: string[] = [];
  for (const [language, line] of Object.entries(LINES)) {
    inputs.push('-i', await write(`${language}.srt`, `1\n00:00:01,250 --> 00:00:02,500\n<i>${line}</i> & more\n`));
  }
  await execa('ffmpeg', [
    ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10:duration=4', ...inputs],
    ...[
      '-map',
      '0',
      '-map',
      '1',
      '-map',
      '2',
      '-c:v',
      'libx264',
      '-c:s',
      'ass',
      '-disposition:s:0',
      '0',
      '-disposition:s:1',
      'default',
      film,
    ],
  ]);
});
afterAll(() => scratch.remove());

async function write(name: string, content: string): Promise<string> {
  await writeFile(scratch.path(name), content);
  return scratch.path(name);
}

/** Lines with their times, as ffprobe and ffmpeg read them. */
async function read(path: string): Promise<string> {
  const show = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0', path];
  const times = (await execa('ffprobe', show)).stdout.trim();
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-']);
  return `${times} ${stdout.split('\n')[2]?.replace(/<[^>]*>/g, '')}`;
}

it.each(['srt', 'vtt', 'ass'] as const)(
  'the subtitles that a film holds become %s, of the usual track or another',
  async (target) => {
    const usual = await convert(scratch, film, { target });
    expect(await read(onlyOutput(usual))).toBe('1.250000,1.250000 Good day & more');
    const first = await convert(scratch, film, { target, options: { subtitle_track: 1 } });
    expect(await read(onlyOutput(first))).toBe('1.250000,1.250000 Guten Tag & more');
    const text = await readFile(onlyOutput(first), 'utf8');
    expect(text.startsWith('WEBVTT')).toBe(target === 'vtt');
  },
);

it('the styles of a film’s subtitles are kept, and its lines become lyrics, TTML and JSON', async () => {
  const ass = await readFile(onlyOutput(await convert(scratch, film, { target: 'ass' })), 'utf8');
  expect(ass).toContain('{\\i1}Good day{\\i0} & more');
  for (const target of ['ttml', 'lrc', 'cues'] as const) {
    const text = await readFile(onlyOutput(await convert(scratch, film, { target })), 'utf8');
    expect(text.replace(/<[^>]*>/g, '')).toContain('Good day');
  }
});

it('a part of a film’s subtitles is kept', async () => {
  const cut = await convert(scratch, film, { target: 'srt', options: { start: '00:00:01', end: '00:00:02' } });
  expect(await read(onlyOutput(cut))).toBe('0.250000,0.750000 Good day & more');
});

it('a track that is not there is refused, and so is a film without subtitles', async () => {
  expect(await errorOf(convert(scratch, film, { target: 'srt', options: { subtitle_track: 3 } }))).toMatchObject({
    code: 'option_unsupported',
    details: { option: 'subtitle_track', allowed: [1, 2] },
  });
  const silent = scratch.path('silent.mp4');
  await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=64x48:rate=10:duration=1', silent]);
  const error = await errorOf(convert(scratch, silent, { target: 'srt' }));
  expect(error).toMatchObject({ code: 'input_wrong_type', details: { option: 'language_stt' } });
});

it('pictures without a language to read them in are refused, with what to do instead', async () => {
  const pictures = scratch.path('pictures.mkv');
  await execa('python3', ['-c', SUP, scratch.path('one.sup')]);
  await execa('ffmpeg', ['-v', 'error', '-i', film, '-i', scratch.path('one.sup'), ...MAPS, '-c', 'copy', pictures]);
  const error = await errorOf(convert(scratch, pictures, { target: 'srt' }));
  expect(error.message).toContain('Give option language');
});

const MAPS = ['-map', '0:v', '-map', '1'];

/** A Blu-ray subtitle (PGS) of 8 × 8 pixels. */
const SUP = `
import struct, sys
def segment(kind, body, time=90000):
    return b'PG' + struct.pack('>IIBH', time, 0, kind, len(body)) + body
rle = b''.join(bytes([0, 0x80 | 8, 1, 0, 0]) for _ in range(8))
out = segment(0x16, struct.pack('>HHBHBBBB', 720, 576, 16, 1, 128, 0, 0, 1) + struct.pack('>HBBHH', 0, 0, 0, 10, 10))
out += segment(0x17, struct.pack('>BBHHHH', 1, 0, 10, 10, 8, 8))
out += segment(0x14, bytes([0, 0, 1, 235, 128, 128, 255]))
data = struct.pack('>HH', 8, 8) + rle
out += segment(0x15, struct.pack('>HBB', 0, 0, 0xC0) + struct.pack('>I', len(data))[1:] + data)
out += segment(0x80, b'')
open(sys.argv[1], 'wb').write(out)
`;
