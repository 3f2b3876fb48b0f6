import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ScratchFolder } from '../../../../support/engine-context.ts';
import { CONVERT } from '../../../../support/imagemagick.ts';
import { convertOne, drawingsOf, run } from './support.ts';

/* Compares the positions of content in the pictures with those of another library, not its appearance. */

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = await drawingsOf('drawings.py');
});
afterAll(() => scratch.remove());

/** Share that only one may draw: ends of endless lines, and different line breaks of text. */
const MOST = 0.1;
const COLUMNS = 50;
const ROWS = 40;

/** Returns which cells of a picture have content, after its margins are removed. */
async function cells(path: string): Promise<boolean[][]> {
  const size = `${COLUMNS}x${ROWS}!`;
  const steps = ['-background', 'white', '-alpha', 'remove', '-colorspace', 'gray', '-fuzz', '5%', '-trim', '+repage'];
  const args = [path, ...steps, '-threshold', '90%', '-filter', 'box', '-resize', size, '-depth', '8', 'gray:-'];
  const { stdout } = await run(CONVERT, args, { encoding: 'buffer' });
  return Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_, column) => (stdout[row * COLUMNS + column] ?? 255) < 250),
  );
}

/** Returns the share, 0 to 1, of one picture's cells without content nearby in the other. */
function alone(one: boolean[][], other: boolean[][]): number {
  let [filled, lonely] = [0, 0];
  for (const [row, line] of one.entries()) {
    for (const [column, isFilled] of line.entries()) {
      if (!isFilled) continue;
      filled += 1;
      const near = [-1, 0, 1].some((down) => [-1, 0, 1].some((right) => other[row + down]?.[column + right] === true));
      if (!near) lonely += 1;
    }
  }
  return lonely / Math.max(1, filled);
}

async function differences(drawing: string): Promise<readonly [number, number]> {
  const { path } = await convertOne(scratch, 'image', drawing, 'png', { width: 1000 });
  await run('/usr/bin/python3', [fileURLToPath(new URL('judge.py', import.meta.url)), scratch.folder, drawing]);
  const png = scratch.path('judged.png');
  await run('rsvg-convert', ['-b', 'white', '-o', png, scratch.path(`${basename(drawing)}.svg`)]);
  const [ours, theirs] = [await cells(path), await cells(png)];
  return [alone(ours, theirs), alone(theirs, ours)];
}

describe('drawings of our own', () => {
  test.each([
    ['sheet', () => scratch.path('sheet.dxf')],
    ['closed-r12', () => scratch.path('closed-r12.dxf')],
  ])('%s looks as ezdxf draws it', async (_, path) => {
    const [more, less] = await differences(path());
    expect(Math.max(more, less)).toBeLessThan(MOST);
  });

  test('one that has something else does not', async () => {
    const { path } = await convertOne(scratch, 'image', scratch.path('closed-r12.dxf'), 'png', { width: 1000 });
    const { path: other } = await convertOne(scratch, 'image', scratch.path('sheet.dxf'), 'png', { width: 1000 });
    expect(alone(await cells(other), await cells(path))).toBeGreaterThan(0.3);
  });
});

const corpora = process.env.CORPORA_DIR;

describe.skipIf(corpora === undefined)('real drawings of CORPORA_DIR', () => {
  test.each(['acad_table_simple', 'clockwise_arcs_hatch', 'hatches_2', 'mtext_complex_inline_codes'])(
    '%s looks as ezdxf draws it',
    async (name) => {
      const [more, less] = await differences(join(corpora ?? '', `reported/cad/${name}.dxf`));
      expect(Math.max(more, less)).toBeLessThan(MOST);
    },
  );
});
