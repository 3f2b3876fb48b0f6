import { writeFile } from 'node:fs/promises';
import { createDeflate, deflateSync } from 'node:zlib';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Operation, PdfOptions } from '../../../../engines/document/operations/operation.ts';
import { distill } from '../../../../engines/document/operations/quality/distill.ts';
import { fileSize } from '../../../../engines/document/operations/quality/file-size.ts';
import { grayscale } from '../../../../engines/document/operations/quality/grayscale.ts';
import { Bench, text } from './support-ghostscript.ts';

const MiB = 1024 ** 2;

let bench: Bench;
let plain: string;
beforeAll(async () => {
  bench = await Bench.make();
  plain = await bench.pdf({ pages: 2, image: ['rgb'] });
});
afterAll(() => bench.remove());

const PAGES = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>'];
const page = (more: string) => `<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R${more}>>`;

function stream(data: Buffer, head = ''): Buffer {
  return Buffer.concat([Buffer.from(`<<${head}/Length ${data.length}>>stream\n`), data, Buffer.from('\nendstream')]);
}

async function write(name: string, objects: readonly (string | Buffer)[]): Promise<string> {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let at = 9;
  for (const [index, object] of objects.entries()) {
    offsets.push(at);
    const part = Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]);
    parts.push(part);
    at += part.length;
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries}`;
  parts.push(Buffer.from(`${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${at}\n%%EOF`));
  await writeFile(bench.path(name), Buffer.concat(parts));
  return bench.path(name);
}

/** `/F Do` ten times on each of 12 levels. */
function exponential(): Promise<string> {
  const forms = Array.from({ length: 12 }, (_, level) =>
    stream(
      Buffer.from(level < 11 ? '/F Do '.repeat(10) : '0 0 9 9 re f'),
      `/Type/XObject/Subtype/Form/BBox[0 0 200 200]/Resources<</XObject<</F ${6 + level} 0 R>>>>`,
    ),
  );
  return write('exponential.pdf', [
    ...PAGES,
    page('/Resources<</XObject<</F 5 0 R>>>>'),
    stream(Buffer.from('/F Do')),
    ...forms,
  ]);
}

/** Deflated twice, a few KB of it are `bytes` zeros. */
async function zeros(bytes: number): Promise<Buffer> {
  const deflate = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  const done = new Promise((resolve) => deflate.on('data', (part: Buffer) => parts.push(part)).on('end', resolve));
  const block = Buffer.alloc(MiB);
  for (let sent = 0; sent < bytes; sent += MiB) {
    if (!deflate.write(block)) await new Promise((resolve) => deflate.once('drain', resolve));
  }
  deflate.end();
  await done;
  return deflateSync(Buffer.concat(parts), { level: 9 });
}

/** An image of this many pixels a side. */
async function imageBomb(side: number): Promise<string> {
  const head = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/BitsPerComponent 8/ColorSpace/DeviceRGB`;
  return write('image.pdf', [
    ...PAGES,
    page('/Resources<</XObject<</I 5 0 R>>>>'),
    stream(Buffer.from('q 200 0 0 200 0 0 cm /I Do Q')),
    stream(await zeros(16 * MiB), `${head}/Filter[/FlateDecode/FlateDecode]`),
  ]);
}

async function manyPages(count: number): Promise<string> {
  // Objects of their own, so that every reader counts them.
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(' ');
  const pages = Array.from({ length: count }, () => '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>');
  return write('pages.pdf', [PAGES[0] ?? '', `<</Type/Pages/Kids[${kids}]/Count ${count}>>`, ...pages]);
}

const OPERATIONS: readonly [string, Operation, Partial<PdfOptions>][] = [
  ['distill', distill, { quality: 'screen' }],
  ['grayscale', grayscale, { grayscale: true }],
  ['file_size', fileSize, { file_size: 1 }],
];

describe('ends at a limit, where a good file does not', () => {
  test.each(OPERATIONS.filter(([name]) => name !== 'grayscale'))(
    '%s: drawing without end',
    async (_, operation, options) => {
      const limits = { cpuSeconds: 4 };
      await expect(bench.run(operation, await exponential(), options, limits)).rejects.toMatchObject({
        code: 'limit_cpu',
      });
      await expect(bench.run(operation, plain, options, limits)).resolves.toMatchObject({ pages: 2 });
    },
  );

  test('grayscale: an image whose pixels do not fit into memory', async () => {
    const limits = { memoryBytes: 300 * MiB };
    const bomb = await imageBomb(12_000);
    await expect(bench.run(grayscale, bomb, { grayscale: true }, limits)).rejects.toMatchObject({
      code: 'limit_memory',
    });
    await expect(bench.run(grayscale, plain, { grayscale: true }, limits)).resolves.toMatchObject({ warnings: [] });
  });

  test('grayscale: an image of too many pixels', async () => {
    const bomb = await imageBomb(60_000);
    await expect(bench.run(grayscale, bomb, { grayscale: true })).rejects.toMatchObject({ code: 'input_bomb' });
  });

  test.each(OPERATIONS)('%s: too many pages', async (_, operation, options) => {
    await expect(bench.run(operation, await manyPages(5001), options)).rejects.toMatchObject({
      code: 'input_bomb',
      details: { pages: 5001, limit: 5000 },
    });
  });
});

test('a stream that names a file outside does not bring it in', async () => {
  await writeFile(bench.path('secret.txt'), 'BT /F 12 Tf 10 100 Td (SECRET) Tj ET');
  const font = '/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>';
  const path = await write('external.pdf', [
    ...PAGES,
    page(font),
    stream(Buffer.alloc(0), `/F(${bench.path('secret.txt')})`),
  ]);
  // Ghostscript 10.00 by itself does, 10.05 does not.
  const isOld = (await execa('gs', ['--version'])).stdout.startsWith('10.00');
  const args = ['-q', '-dNOSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=txtwrite', '-o', '-', path];
  expect((await execa('gs', args)).stdout.includes('SECRET')).toBe(isOld);
  const result = await bench.run(distill, path, { quality: 'default' });
  expect(await text(result.path)).toBe('');
});
