import { readFile, writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPARE, CONVERT } from '../../support/imagemagick.ts';
import { bytes, type Done, fixture, media, pixels, unzipped, Workshop, zipNames, zipWith } from './support.ts';

const LEVELS = ['low', 'medium', 'high'];

let workshop: Workshop;
let photo: string;
beforeAll(async () => {
  workshop = await Workshop.open('compress');
  photo = workshop.path('photo.jpg');
  await execa(CONVERT, ['-seed', '7', '-size', '900x600', 'plasma:red-blue', '-quality', '96', photo]);
});
afterAll(() => workshop.remove());

const compress = (input: string, level = 'medium'): Promise<Done> =>
  workshop.run('compress', { compression_level: level }, input);

/** Compresses an input. @returns the path of the result, which must be smaller */
async function smaller(input: string, level?: string): Promise<string> {
  const { result, error, warnings, outputs } = await compress(input, level);
  expect([result, error, warnings]).toEqual(['completed', '', []]);
  const [output] = outputs;
  expect(await bytes(output?.path ?? ''), input).toBeLessThan(await bytes(input));
  return output?.path ?? '';
}

async function expectUnchanged(input: string, done: Done, reason: string | RegExp = ''): Promise<void> {
  expect(done).toMatchObject({ result: 'completed', warnings: ['output_limited'] });
  expect((await readFile(done.outputs[0]?.path ?? '')).equals(await readFile(input)), String(reason)).toBe(true);
}

/** Returns the root mean square of the differences between two pictures, 0 to 1. */
async function difference(one: string, other: string): Promise<number> {
  const { stderr } = await execa(COMPARE, ['-metric', 'RMSE', one, other, 'null:'], { reject: false });
  return Number(/\(([\d.e-]+)\)/.exec(stderr)?.[1]);
}

describe('pictures', () => {
  it.each(['jpg', 'webp', 'tiff'])('%s: smaller, in the same size, and looks the same', async (format) => {
    const input = workshop.path(`photo-${format}.${format}`);
    const settings = format === 'tiff' ? ['-compress', 'none'] : ['-quality', '98'];
    await execa(CONVERT, [photo, ...settings, input]);
    for (const level of LEVELS) {
      const output = await smaller(input, level);
      expect(await pixels(output)).toBe(await pixels(input));
      expect(await difference(input, output)).toBeLessThan(0.05);
    }
  });

  it('png: packed tighter without loss', async () => {
    const input = workshop.path('loose.png');
    const loose = ['-define', 'png:compression-level=1', '-define', 'png:compression-filter=0'];
    await execa(CONVERT, [
      '-seed',
      '5',
      '-size',
      '400x300',
      'plasma:red-blue',
      '-depth',
      '8',
      ...loose,
      `PNG24:${input}`,
    ]);
    expect(await difference(input, await smaller(input, 'low'))).toBe(0);
  });

  it('keep the extension that they have', async () => {
    const input = workshop.path('photo.jpeg');
    await execa('cp', [photo, input]);
    expect((await compress(input)).outputs[0]?.filename).toBe('photo.jpeg');
  });

  it('that would lose depth, inks or pages stay what they are, and it is said why', async () => {
    const [deep, inks, pages] = ['deep.png', 'inks.jpg', 'pages.tif'].map((name) => workshop.path(name)) as [
      string,
      string,
      string,
    ];
    await execa(CONVERT, ['-size', '200x200', 'gradient:#123456789abc-#fedcba987654', '-depth', '16', deep]);
    await execa(CONVERT, [photo, '-colorspace', 'CMYK', inks]);
    await execa(CONVERT, [photo, photo, '-compress', 'none', pages]);
    for (const input of [inks, pages]) await expectUnchanged(input, await compress(input));
    const grey = workshop.path('grey16.tif');
    await execa(CONVERT, [deep, '-colorspace', 'Gray', '-depth', '16', '-compress', 'none', grey]);
    await expectUnchanged(grey, await compress(grey));
  });

  it('that are damaged and stay what they are: it is said, too', async () => {
    const [whole, damaged] = [workshop.path('whole.png'), workshop.path('damaged.png')];
    await execa(CONVERT, ['-size', '40x40', 'xc:red', '-define', 'png:compression-level=9', whole]);
    const content = Buffer.from(await readFile(whole));
    // The last byte of the checksum of the pixels.
    const at = content.indexOf('IDAT') + 4 + content.readUInt32BE(content.indexOf('IDAT') - 4) + 3;
    content[at] = (content[at] ?? 0) ^ 0xff;
    await writeFile(damaged, content);
    const done = await compress(damaged);
    expect(done.warnings).toEqual(['input_damaged', 'output_limited']);
    expect((await readFile(done.outputs[0]?.path ?? '')).equals(content)).toBe(true);
  });

  it('svg: fewer bytes, drawn the same by another program', async () => {
    const input = workshop.path('drawing.svg');
    const shapes = Array.from(
      { length: 60 },
      (_, index) =>
        `  <path style="fill:rgb(${index * 4},0,90);stroke:none" d="M ${index * 3}.123456789 10.000000 L ${index * 2}.5 190.987654321 L 5.25 100 z"/>`,
    );
    const text = `<?xml version="1.0"?>\n<!-- made by hand -->\n<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200">\n${shapes.join('\n')}\n</svg>\n`;
    await execa('tee', [input], { input: text, stdout: 'ignore' });
    const output = await smaller(input);
    const [before, after] = [workshop.path('before.png'), workshop.path('after.png')];
    await execa('rsvg-convert', [input, '-o', before]);
    await execa('rsvg-convert', [output, '-o', after]);
    expect(await difference(before, after)).toBeLessThan(0.01);
  });
});

describe('documents', () => {
  /** Returns pages and words of a PDF, by poppler. */
  const facts = async (path: string) => [
    /Pages: +(\d+)/.exec((await execa('pdfinfo', [path])).stdout)?.[1],
    (await execa('pdftotext', [path, '-'])).stdout.split(/\s+/),
  ];

  /** Makes a PDF with the photo on an additional page. */
  async function withPhoto(page: string, name: string): Promise<string> {
    const [scan, both] = [workshop.path(`scan-${name}`), workshop.path(name)];
    await execa('img2pdf', [photo, '-o', scan]);
    await execa('qpdf', [page, '--pages', page, scan, '--', both]);
    return both;
  }

  it('pdf: smaller pictures, the same pages and words', async () => {
    const [script, page] = [workshop.path('page.ps'), workshop.path('page.pdf')];
    const lines = ['/Times-Roman 20 selectfont 72 700 moveto (Words that have to stay.) show showpage'];
    await execa('tee', [script], { input: `%!PS\n${lines.join('\n')}\n`, stdout: 'ignore' });
    await execa('gs', ['-q', '-dBATCH', '-dNOPAUSE', '-sDEVICE=pdfwrite', `-sOutputFile=${page}`, script]);
    const input = await withPhoto(page, 'latin.pdf');
    const sizes: number[] = [];
    for (const level of ['medium', 'high']) {
      const output = await smaller(input, level);
      expect(await facts(output)).toEqual(await facts(input));
      await execa('qpdf', ['--check', output]);
      sizes.push(await bytes(output));
    }
    expect(sizes[1]).toBeLessThan(sizes[0] ?? 0);
  });

  it('pdf: no level changes a word, where Ghostscript would', async () => {
    const input = await withPhoto(fixture('document/report.pdf'), 'scripts.pdf');
    for (const level of LEVELS) {
      const { result, outputs } = await compress(input, level);
      expect(result).toBe('completed');
      expect(await facts(outputs[0]?.path ?? '')).toEqual(await facts(input));
    }
  });

  it.each([
    ['docx', 'document/report.docx', 'word/media/photo.jpg'],
    ['pptx', 'document/slides.pptx', 'ppt/media/photo.jpg'],
    ['xlsx', 'document/table.xlsx', 'xl/media/photo.jpg'],
    ['odt', 'document/notes.odt', 'Pictures/photo.jpg'],
    ['epub', 'ebook/voyage.epub', 'photo.jpg'],
  ])('%s: smaller pictures in the same size, all other parts byte for byte', async (extension, name, part) => {
    const input = await zipWith(fixture(name), workshop.path(`with-photo.${extension}`), { [part]: photo });
    const output = await smaller(input);
    expect(await zipNames(output)).toEqual(await zipNames(input));
    const [before, after] = [workshop.path('part-before.jpg'), workshop.path('part-after.jpg')];
    for (const [zip, path] of [
      [input, before],
      [output, after],
    ] as const) {
      await execa('tee', [path], { input: await unzipped(zip, part), stdout: 'ignore' });
    }
    expect(await pixels(after)).toBe(await pixels(before));
    expect(await difference(before, after)).toBeLessThan(0.05);
    for (const other of (await zipNames(input)).filter((each) => !/\.(?:jpe?g|png)$|\/$/.test(each))) {
      expect((await unzipped(output, other)).equals(await unzipped(input, other)), other).toBe(true);
    }
    // The type of an OpenDocument or EPUB is at a fixed position, uncompressed.
    if (extension === 'odt' || extension === 'epub') {
      expect((await readFile(output)).toString('latin1', 30, 38)).toBe('mimetype');
    }
  });

  it('signed ones keep their pictures', async () => {
    const files = { 'word/media/photo.jpg': photo, '_xmlsignatures/sig1.xml': fixture('image/drawing.svg') };
    const input = await zipWith(fixture('document/report.docx'), workshop.path('signed.docx'), files);
    const { warnings, outputs } = await compress(input, 'high');
    expect(warnings).toEqual(['output_limited']);
    const part = 'word/media/photo.jpg';
    expect((await unzipped(outputs[0]?.path ?? '', part)).equals(await readFile(photo))).toBe(true);
  });
});

describe('sound and films', () => {
  const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=6:a=0.2'];

  it.each([
    ['mp3', ['-ac', '2', '-b:a', '320k']],
    ['m4a', ['-ac', '2', '-b:a', '320k']],
    ['ogg', ['-ac', '2', '-c:a', 'libvorbis', '-b:a', '400k']],
    ['opus', ['-ac', '2', '-b:a', '320k']],
  ])('%s: a lower bitrate, the same codec and length', async (extension, settings) => {
    const input = await workshop.film(`noise.${extension}`, ...noise, ...settings);
    const [before, sizes] = [await media(input), [] as number[]];
    for (const level of LEVELS) {
      const output = await smaller(input, level);
      const after = await media(output);
      expect(after.streams).toEqual(before.streams);
      expect(Math.abs(after.seconds - before.seconds)).toBeLessThan(0.15);
      sizes.push(await bytes(output));
    }
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  it('wav: fewer bits of a sample, where there are more than 16', async () => {
    const deep = await workshop.film('deep.wav', ...noise, '-c:a', 'pcm_s24le');
    expect((await media(await smaller(deep))).streams).toEqual(['audio pcm_s16le']);
    const plain = await workshop.film('plain.wav', ...noise, '-c:a', 'pcm_s16le');
    await expectUnchanged(plain, await compress(plain, 'high'));
  });

  it.each([
    ['mp4', ['-c:v', 'libx264', '-c:a', 'aac'], ['video h264', 'audio aac']],
    ['mov', ['-c:v', 'libx264', '-c:a', 'pcm_s16le'], ['video h264', 'audio aac']],
    ['mkv', ['-c:v', 'libx264', '-c:a', 'flac'], ['video h264', 'audio flac']],
    ['webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus'], ['video vp9', 'audio opus']],
  ])('%s: smaller, of the same size and length', async (extension, codecs, streams) => {
    const film = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:d=4', '-f', 'lavfi', '-i', 'sine=440:d=4'];
    const input = await workshop.film(`film.${extension}`, ...film, ...codecs, '-b:v', '4M', '-pix_fmt', 'yuv420p');
    const [before, after] = [await media(input), await media(await smaller(input))];
    expect(after.streams).toEqual(streams);
    expect(Math.abs(after.seconds - before.seconds)).toBeLessThan(0.15);
  });
});

it('mkv and mp4: covers, subtitles, chapters and tags stay', async () => {
  const subtitles = workshop.path('words.srt');
  await execa('tee', [subtitles], { input: '1\n00:00:00,500 --> 00:00:01,500\nHello\n', stdout: 'ignore' });
  const film = ['-f', 'lavfi', '-i', 'testsrc2=s=320x240:d=3', '-i', subtitles];
  const codecs = ['-c:v', 'libx264', '-b:v', '4M', '-pix_fmt', 'yuv420p', '-metadata', 'title=A film'];
  const cover = ['-attach', photo, '-metadata:s:t', 'mimetype=image/jpeg', '-metadata:s:t', 'filename=cover.jpg'];
  const input = await workshop.film('whole.mkv', ...film, ...codecs, ...cover);
  const facts = async (path: string) => {
    const show = [
      '-show_entries',
      'stream=codec_name:stream_disposition=attached_pic:format_tags=title',
      '-of',
      'csv=p=0',
    ];
    return (await execa('ffprobe', ['-v', 'error', ...show, path])).stdout;
  };
  expect(await facts(input)).toContain('mjpeg,1');
  expect(await facts(await smaller(input))).toBe(await facts(input));
});

it('pdf: one that is protected stays so', async () => {
  const input = workshop.path('locked.pdf');
  await execa('qpdf', ['--encrypt', '', 'owner', '256', '--modify=none', '--', fixture('document/report.pdf'), input]);
  await expectUnchanged(input, await compress(input));
});

it('hands back what cannot be made smaller, never larger', async () => {
  const small = workshop.path('small.jpg');
  await execa(CONVERT, [photo, '-quality', '20', small]);
  await expectUnchanged(small, await compress(small));
  await expectUnchanged(fixture('document/notes.odt'), await compress(fixture('document/notes.odt'), 'high'));
});

it('refuses what it knows no way for', async () => {
  const { result, error } = await compress(fixture('document/letter.txt'));
  expect([result, error.includes('jpg, png')]).toEqual(['input_wrong_type', true]);
});
