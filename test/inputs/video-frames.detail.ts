import { basename, join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONVERT, IDENTIFY } from '../support/imagemagick.ts';
import { newFolder, onlyFile, useFolders } from '../tools/programs/chromium/support.ts';
import { ffmpeg, makeFilm, open, seen, unpacked } from './films.ts';

useFolders();

/** Path of a film of two seconds each of red, green and blue, ten frames a second. */
let colors = '';
beforeAll(async () => {
  colors = await makeFilm('colors.mkv');
});

const PNG = { category: 'image', target: 'png' };

/** Returns the colour of one pixel, such as `red`, by ImageMagick. */
async function at(path: string, x: number, y: number): Promise<string> {
  const rounded = ['r', 'g', 'b'].map((channel) => `%[fx:round(p{${x},${y}}.${channel})]`).join('');
  const { stdout } = await execa(IDENTIFY, ['-format', rounded, path]);
  return { 100: 'red', '010': 'green', '001': 'blue', 111: 'white' }[stdout] ?? stdout;
}

/** Counts the white pixels of an area. */
async function white(path: string, area: string): Promise<number> {
  const { stdout } = await execa(CONVERT, [
    ...[path, '-crop', area, '+repage', '-fill', 'black', '+opaque', 'white'],
    ...['-format', '%[fx:round(mean*w*h)]', 'info:'],
  ]);
  return Number(stdout);
}

describe('frames at certain times', () => {
  it('are those that are shown then, in the order of the film, each once', async () => {
    const made = await open(colors, { times: '00:00:05.999,00:00:00,00:00:01.990,00:00:02.050,00:00:00' });
    const frames = await unpacked(made);
    expect(frames.map((path) => basename(path))).toEqual([1, 2, 3, 4].map((number) => `colors-000${number}.png`));
    expect(await Promise.all(frames.map(seen))).toEqual(
      ['red', 'red', 'green', 'blue'].map((color) => `PNG 64x48 ${color}`),
    );
    expect(made.codes).toEqual([]);
  });

  it('may be more than one ffmpeg opens at once, and are no more than max_frames', async () => {
    const times = Array.from({ length: 20 }, (_, index) => `00:00:0${(index * 0.3).toFixed(1)}`).join(',');
    const frames = await unpacked(await open(colors, { times, frame_format: 'jpg' }));
    const shown = (await Promise.all(frames.map(seen))).map((text) => text.replace('JPEG 64x48 ', ''));
    expect(shown).toEqual([...Array(7).fill('red'), ...Array(7).fill('green'), ...Array(6).fill('blue')]);
    const few = await open(colors, { times, max_frames: 9 });
    expect([(await unpacked(few)).length, few.codes]).toEqual([9, []]);
  });

  it('are told where the pictures end before the sound', async () => {
    const film = join(await newFolder(), 'short.mkv');
    const sources = ['color=red:size=32x32:rate=10:duration=1', 'sine=duration=3'].flatMap((each) => [
      '-f',
      'lavfi',
      '-i',
      each,
    ]);
    await ffmpeg(...sources, '-c:v', 'ffv1', film);
    const made = await open(film, { times: '00:00:00.500,00:00:02.500' });
    expect(await unpacked(made)).toHaveLength(1);
    expect(made.report.warnings).toMatchObject([{ code: 'output_limited', details: { expected: 2, found: 1 } }]);
  });

  it.each<[string, object, object]>([
    ['after the end', { times: '00:00:01,00:01:00' }, { code: 'option_unsupported', details: { option: 'times' } }],
    ['with a start', { times: '00:00:01', start: '00:00:01' }, { code: 'option_conflict' }],
    ['with a distance', { times: '00:00:01', seconds_per_frame: 2 }, { code: 'option_conflict' }],
    ['of another form', { times: '00:00:01,2:99' }, { code: 'option_invalid' }],
  ])('%s are refused', async (_, options, error) => {
    expect((await open(colors, options)).report.errors).toMatchObject([{ source: 'input', ...error }]);
  });
});

describe('frames at which scenes begin', () => {
  it('are the first, and one for each change', async () => {
    const frames = await unpacked(await open(colors, { scene_change: 30 }));
    expect(await Promise.all(frames.map(seen))).toEqual(['red', 'green', 'blue'].map((color) => `PNG 64x48 ${color}`));
    const part = await unpacked(await open(colors, { scene_change: 30, start: '00:00:03' }));
    expect(await Promise.all(part.map(seen))).toEqual(['green', 'blue'].map((color) => `PNG 64x48 ${color}`));
  });

  it('are fewer where more has to change', async () => {
    const path = join(await newFolder(), 'greys.mkv');
    const [dark, bright] = ['0x000000', '0x404040'].map((color) => `color=${color}:size=64x48:rate=10:duration=1`);
    await ffmpeg('-f', 'lavfi', '-i', `${dark}[a];${bright}[b];[a][b]concat`, '-c:v', 'ffv1', path);
    expect(await unpacked(await open(path, { scene_change: 5 }))).toHaveLength(2);
    expect((await open(path, { scene_change: 60 }, PNG)).files).toHaveLength(1);
  });
});

describe('a contact sheet', () => {
  it('shows the whole film in rows, at even distances', async () => {
    const sheet = onlyFile(await open(colors, { take: 'sheet', columns: 3, rows: 2, show_times: false }, PNG));
    expect(basename(sheet)).toBe('colors-sheet.png');
    // Six frames of 64 × 48 pixels with a border of 4.
    const { stdout } = await execa(IDENTIFY, ['-format', '%wx%h', sheet]);
    expect(stdout).toBe('208x108');
    const middles = [24, 76].flatMap((y) => [36, 104, 172].map((x) => at(sheet, x, y)));
    expect(await Promise.all(middles)).toEqual(['red', 'red', 'green', 'green', 'blue', 'blue']);
    expect(await at(sheet, 1, 1)).toBe('white');
  });

  it('writes the time of each frame into its corner, counted from the beginning of the film', async () => {
    const film = join(await newFolder(), 'blue.mkv');
    await ffmpeg('-f', 'lavfi', '-i', 'color=blue:size=320x180:rate=5:duration=40', '-c:v', 'ffv1', film);
    const options = { take: 'sheet', columns: 2, rows: 1, start: '00:00:20', frame_format: undefined };
    const [timed, bare] = await Promise.all([
      open(film, options, PNG),
      open(film, { ...options, show_times: false }, PNG),
    ]);
    const corner = '160x60+164+124';
    expect(await white(onlyFile(bare), '150x50+170+130')).toBe(0);
    expect(await white(onlyFile(timed), '150x50+170+130')).toBeGreaterThan(100);
    // Read by another program: 00:00:25 in the first, 00:00:35 in the second frame.
    for (const [x, time] of [
      [164, '25'],
      [488, '35'],
    ] as const) {
      const crop = join(await newFolder(), 'corner.png');
      await execa(CONVERT, [
        onlyFile(timed),
        '-crop',
        corner.replace('+164', `+${x}`),
        '+repage',
        '-resize',
        '400%',
        '-negate',
        crop,
      ]);
      const { stdout } = await execa('tesseract', [
        crop,
        '-',
        '--psm',
        '7',
        '-c',
        'tessedit_char_whitelist=0123456789:',
      ]);
      expect(stdout.trim()).toBe(`00:00:${time}`);
    }
  });

  it('is of the frames that an option chooses, and becomes whatever a picture becomes', async () => {
    const sheet = await open(
      colors,
      { take: 'sheet', columns: 3, rows: 1, scene_change: 30, max_height: 24, show_times: false },
      { category: 'image', target: 'jpg' },
    );
    const { stdout } = await execa(IDENTIFY, ['-format', '%m %wx%h', onlyFile(sheet)]);
    expect(stdout).toBe('JPEG 112x32');
    const page = await open(colors, { take: 'sheet' }, { category: 'document', target: 'pdf' });
    const { stdout: info } = await execa('pdfinfo', [onlyFile(page)]);
    expect(info).toMatch(/Pages:\s+1\n/);
  });

  it('is refused where it would be too large, and says what has no effect on it', async () => {
    const large = await open(colors, { take: 'sheet', columns: 20, rows: 20, max_width: 8192 }, PNG);
    expect(large.codes).toEqual([]);
    const film = join(await newFolder(), 'large.mkv');
    await ffmpeg('-f', 'lavfi', '-i', 'color=blue:size=1920x1080:rate=1:duration=2', '-c:v', 'libx264', film);
    const { report } = await open(film, { take: 'sheet', columns: 20, rows: 20, max_width: 1920 }, PNG);
    expect(report.errors).toMatchObject([{ code: 'option_unsupported', details: { option: 'max_width' } }]);
    const made = await open(colors, { take: 'sheet', max_frames: 3, audio_track: 1 }, PNG);
    expect(made.codes).toEqual(['option_no_effect', 'option_no_effect']);
    expect((await open(colors, { columns: 3 })).report.warnings).toMatchObject([{ details: { option: 'columns' } }]);
  });
});
