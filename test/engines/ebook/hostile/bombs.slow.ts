import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConversionError } from '../../../../src/task/errors.ts';
import { closeBookPools } from '../../../../tools/programs/calibre/pool.ts';
import { Bench, fixture } from '../support.ts';

/** How a book may end that asks for too much. `converted`: it asked for less than it seemed. */
const DOCUMENTED = /^(?:converted|input_bomb|input_damaged|conversion_failed|engine_crashed|limit_memory|limit_cpu)$/;

const NAMES = [
  ...[
    'zeros.epub',
    'zeros.docx',
    'zeros.htmlz',
    'zeros.pmlz',
    'zeros.txtz',
    'too many.epub',
    'many.epub',
    'picture.epub',
  ],
  ...[
    'laughs package.epub',
    'laughs.epub',
    'laughs.fb2',
    'deep.epub',
    'deep.html',
    'deep.fb2',
    'rules.html',
    'columns.html',
  ],
];

let bench: Bench;
let bombs: readonly { name: string; path: string }[];
beforeAll(async () => {
  bench = await Bench.make();
  const folder = bench.path('bombs');
  await mkdir(folder);
  const script = fileURLToPath(new URL('./bombs.py', import.meta.url));
  bombs = JSON.parse((await execa('/usr/bin/python3', ['-B', script, folder])).stdout);
});
afterAll(async () => {
  await closeBookPools();
  await bench.remove();
});

it.each(NAMES)('%s ends as documented, and the next book is converted', async (name) => {
  const path = bombs.find((bomb) => bomb.name === name)?.path ?? '';
  const outcome = await bench.convert(path, { target: 'epub' }).then(
    () => 'converted',
    (error: unknown) => (error instanceof ConversionError ? error.code : String(error)),
  );
  expect([name, outcome]).toEqual([name, expect.stringMatching(DOCUMENTED)]);
  if (/zeros|too many/.test(name)) expect([name, outcome]).toEqual([name, 'input_bomb']);
  await bench.convert(fixture('voyage.txt'), { target: 'epub' });
});
