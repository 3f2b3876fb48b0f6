import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { start } from '../local-service.ts';
import { testFolder } from '../outputs/files-support.ts';
import { download } from '../serve-support.ts';
import type { Json } from '../support.ts';

/** Makes pictures of so many pixels of width, as inputs. */
async function pictures(widths: readonly number[]): Promise<{ [name: string]: unknown; source: string }[]> {
  const folder = await testFolder();
  return Promise.all(
    widths.map(async (width) => {
      const path = join(folder, `${width}.png`);
      await execa('convert', ['-size', `${width}x20`, 'xc:red', path]);
      return { type: 'base64', filename: `${width}.png`, source: (await readFile(path)).toString('base64') };
    }),
  );
}

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

test('an option that an input does not have is a warning', async () => {
  const { serve } = await start();
  const input = (await pictures([30])).map((each) => ({ ...each, options: { position: 1, slide_duration: 5 } }));
  const conversion = [{ category: 'image', target: 'gif' }];
  const { warnings } = await serve.final((await serve.createJob({ conversion, input })).id);
  expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/ignored: slide_duration\.$/)]);
});
