import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { colourAt } from '../../engines/video/support.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { start } from '../local-service.ts';
import { testFolder } from '../outputs/files-support.ts';
import { download, printed } from '../serve-support.ts';
import type { Json } from '../support.ts';

/** Makes a file as an input. */
async function made(filename: string, make: (path: string) => Promise<unknown>): Promise<{ [name: string]: unknown }> {
  const path = join(await testFolder(), filename);
  await make(path);
  return { type: 'base64', filename, source: (await readFile(path)).toString('base64') };
}

/** Makes pictures of so many pixels of width, as inputs. */
const pictures = (widths: readonly number[]) =>
  Promise.all(
    widths.map((width) => made(`${width}.png`, (path) => execa('convert', ['-size', `${width}x20`, 'xc:red', path]))),
  );

test('pages and pictures of one file are in the order of position, at creation and by PATCH', async () => {
  const { serve } = await start();
  const conversion = [
    { category: 'document', target: 'pdf', options: { merge: true } },
    { category: 'image', target: 'tiff', options: { merge: true } },
  ];
  const [a, b, c] = await pictures([30, 40, 50]);
  const widthsOf = async (id: string) => {
    const job = await serve.final(id);
    expect(job).toMatchObject({ status: 'completed', errors: [] });
    const files = [...(await download(job))];
    const path = async (extension: string) => {
      const found = files.find(([name]) => name.endsWith(extension));
      const file = join(await testFolder(), `output${extension}`);
      await writeFile(file, found?.[1] ?? '');
      return file;
    };
    const list = async (program: string, args: string[], pattern: RegExp) =>
      [...(await execa(program, args)).stdout.matchAll(pattern)].map(([, width]) => Number(width));
    return {
      pdf: await list('pdfimages', ['-list', await path('.pdf')], /image +(\d+)/g),
      tiff: await list('identify', ['-format', '%w\\n', await path('.tiff')], /^(\d+)$/gm),
    };
  };
  const all = (...widths: number[]) => ({ pdf: widths, tiff: widths });

  const made = await serve.createJob({
    conversion,
    input: [{ ...a, position: 2 }, { ...b, options: { position: 1 } }, c],
  });
  expect(await widthsOf(made.id)).toEqual(all(40, 30, 50));

  const waiting = (await serve.createJob({ process: false, conversion, input: [a, b, c] })) as Json;
  const patch = waiting.input.map(({ id }: Json, index: number) => ({ id, options: { position: 3 - index } }));
  expect((await serve.call('PATCH', `/v2/jobs/${waiting.id}/input`, patch)).status).toBe(200);
  await serve.call('PATCH', `/v2/jobs/${waiting.id}`, { process: true });
  expect(await widthsOf(waiting.id)).toEqual(all(50, 40, 30));
});

/** Seconds of a film, and the colour at the left edge of its picture at each of the times. */
async function seen(film: Buffer | undefined, times: readonly number[]) {
  const path = join(await testFolder(), 'film.mp4');
  await writeFile(path, film ?? '');
  const { stdout } = await execa('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'format=duration',
    '-of',
    'csv=p=0',
    path,
  ]);
  const colours = times.map((time) => colourAt(path, time, 4, 48));
  return { seconds: Number(stdout), colours: await Promise.all(colours) };
}

const outputOf = async (job: Parameters<typeof download>[0]) => [...(await download(job)).values()][0];
const [RED, LIME, BLUE, BLACK] = ['256 0 0', '0 256 0', '0 0 256', '0 0 0'];
const coloured = (color: string, size = '128x96') =>
  made(`${color}.png`, (path) => execa('convert', ['-size', size, `xc:${color}`, path]));

test('pictures of a film have the time, shape and place that each input says, at creation and by PATCH', async () => {
  const { serve } = await start();
  const conversion = [{ category: 'video', target: 'mp4', options: { merge: true, seconds_per_picture: 1 } }];
  const red = { ...(await coloured('red')), options: { slide_duration: 2.5, position: 3 } };
  const lime = { ...(await coloured('lime', '96x192')), options: { slide_duration: 0.5, resize_handling: 'stretch' } };
  const input = [red, { ...lime, position: 2 }, { ...(await coloured('blue')), position: 1 }];
  const first = await serve.final((await serve.createJob({ conversion, input })).id);
  expect(first).toMatchObject({ status: 'completed', errors: [], warnings: [] });
  const film = await seen(await outputOf(first), [0.1, 0.9, 1.1, 1.4, 1.6, 3.9]);
  expect(film).toEqual({ seconds: 4, colours: [BLUE, BLUE, LIME, LIME, RED, RED] });

  const waiting = (await serve.createJob({ process: false, conversion, input })) as Json;
  const patch = [
    { id: waiting.input[0].id, options: { slide_duration: 1.5, position: 1 } },
    { id: waiting.input[1].id, options: { position: 2 } },
    { id: waiting.input[2].id, options: { slide_duration: 0.5, position: 3 } },
  ];
  const send = (body: unknown) => serve.call('PATCH', `/v2/jobs/${waiting.id}/input`, body);
  const wrong = await send([{ id: waiting.input[0].id, options: { slide_duration: 0, resize_handling: 'bend' } }]);
  expect([wrong.status, JSON.stringify(wrong.body)]).toEqual([
    400,
    expect.stringMatching(/slide_duration.*resize_handling/),
  ]);
  expect((await send(patch)).status).toBe(200);
  await serve.call('PATCH', `/v2/jobs/${waiting.id}`, { process: true });
  const second = await serve.final(waiting.id);
  expect(second.warnings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^1 of the pictures have another/),
  ]);
  const other = await seen(await outputOf(second), [0.1, 1.4, 1.6, 2.4, 2.6, 2.9]);
  expect(other).toEqual({ seconds: 3, colours: [RED, RED, BLACK, BLACK, BLUE, BLUE] });
});

test('pictures without a time share what the others leave of a sound, and a part is cut out at its times', async () => {
  const { serve } = await start();
  const sound = await made('sound.wav', (path) => execa('ffmpeg', ['-f', 'lavfi', '-i', 'sine=duration=2.5', path]));
  const input = [{ ...(await coloured('red')), options: { slide_duration: 1.5 } }, await coloured('lime'), sound];
  const conversion = [{ category: 'video', target: 'mp4', options: { merge: true, start: '00:00:01' } }];
  const job = await serve.final((await serve.createJob({ conversion, input })).id);
  expect(await seen(await outputOf(job), [0.1, 0.4, 0.6, 1.4])).toEqual({
    seconds: expect.closeTo(1.5, 1),
    colours: [RED, RED, LIME, LIME],
  });
});

test('films are joined in the order of position', async () => {
  const { serve } = await start();
  const film = (color: string) =>
    made(`${color}.mp4`, (path) =>
      execa('ffmpeg', ['-f', 'lavfi', '-i', `color=${color}:size=128x96:duration=1`, path]),
    );
  const input = await Promise.all(
    ['red', 'lime', 'blue'].map(async (each, index) => ({ ...(await film(each)), position: 3 - index })),
  );
  const conversion = [{ category: 'video', target: 'mp4', options: { merge: true } }];
  const job = await serve.final((await serve.createJob({ conversion, input })).id);
  expect(await seen(await outputOf(job), [0.5, 1.5, 2.5])).toEqual({ seconds: 3, colours: [BLUE, LIME, RED] });
});

test('PDFs are merged in the order of position', async () => {
  const { serve } = await start();
  const pdf = (width: number) =>
    made(`${width}.pdf`, (path) =>
      execa('gs', ['-q', '-sDEVICE=pdfwrite', `-g${width}0x990`, '-o', path, '-c', 'showpage']),
    );
  const input = [{ ...(await pdf(100)), position: 2 }, { ...(await pdf(200)), position: 1 }, await pdf(300)];
  const conversion = [{ category: 'document', target: 'pdf', options: { merge: true } }];
  const merged = await outputOf(await serve.final((await serve.createJob({ conversion, input })).id));
  const sizes = await printed('pdfinfo', ['-l', '3', '-'], merged ?? '');
  expect([...sizes.matchAll(/Page +\d+ size: +(\d+)/g)].map(([, width]) => Number(width))).toEqual([200, 100, 300]);
});

test('archives have the order of position if one was given, else that of names', async () => {
  const { serve } = await start();
  const file = (name: string) => made(name, (path) => writeFile(path, name));
  const input = await Promise.all(['c "x".txt', 'b.txt', 'ä.txt', 'a.txt'].map(file));
  const conversion = ['zip', '7z', 'tar', 'tgz'].map((target) => ({ category: 'archive', target }));
  const namesIn = async (body: { [name: string]: unknown }[]) => {
    const files = [...(await download(await serve.final((await serve.createJob({ conversion, input: body })).id)))];
    const listed = files.map(async ([name, content]) => {
      const path = join(await testFolder(), name);
      await writeFile(path, content);
      const list = name.endsWith('.7z')
        ? await execa(DEBIAN_7ZIP, ['l', '-ba', '-slt', path])
        : await (name.endsWith('.zip')
            ? execa('unzip', ['-Z1', path])
            : execa('tar', ['--quoting-style=literal', '-tf', path]));
      const lines = list.stdout.split('\n');
      return name.endsWith('.7z') ? lines.flatMap((line) => /^Path = (.*)/.exec(line)?.[1] ?? []) : lines;
    });
    return Promise.all(listed);
  };
  const sorted = (await namesIn(input)).map((names) => names.join());
  expect(new Set(sorted)).toEqual(new Set(['a.txt,b.txt,c _x_.txt,ä.txt']));
  const [first, ...others] = input;
  const placed = (await namesIn([{ ...first, position: 2 }, ...others])).map((names) => names.join());
  expect(placed).toEqual(Array(4).fill('b.txt,c _x_.txt,ä.txt,a.txt'));
});

test('an option that an input does not have, or that has no effect on it, is a warning', async () => {
  const { serve } = await start();
  const input = (await pictures([30])).map((each) => ({
    ...each,
    options: { position: 1, slide_duration: 5, z: 'secret' },
  }));
  const conversion = [{ category: 'image', target: 'gif' }];
  const { warnings } = await serve.final((await serve.createJob({ conversion, input })).id);
  expect(warnings.map(({ message }) => message)).toEqual([
    'input/file has no option "z"; it was ignored.',
    expect.stringMatching(/^Option slide_duration of 30\.png has no effect/),
  ]);
});
