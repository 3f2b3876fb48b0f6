import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWritten } from '../../../engines/cad/verify.ts';
import { censusOf } from '../../../tools/formats/dwg/census.ts';
import { countLoss, type Losses } from '../../../tools/formats/dwg/losses.ts';
import { applyPatches } from '../../../tools/formats/dwg/patches/apply.ts';
import { readDrawing } from '../../../tools/formats/dwg/read.ts';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { convert, fixture, readByEzdxf, readDwg } from './support.ts';

let scratch: ScratchFolder;

beforeAll(async () => {
  applyPatches();
  scratch = new ScratchFolder(await makeScratchFolder('cad-verify'));
});

afterAll(() => scratch.remove());

/** Returns the plan's entities by type, plus `more`. */
const expected = async (more: Readonly<Record<string, number>>): Promise<Map<string, number>> => {
  const { document } = readDrawing(await readFile(fixture('plan-2000.dxf')), 'dxf', 'plan-2000.dxf');
  const census = new Map(censusOf(document));
  for (const [type, number] of Object.entries(more)) census.set(type, number + (census.get(type) ?? 0));
  return census;
};

test.each(['dxf', 'dwg'] as const)(
  'what is not in a %s, and no loss explains, is counted as dropped',
  async (target) => {
    const { output } = await convert(scratch.folder, fixture('plan-2000.dxf'), target, { version: 'AC1015' });
    const losses: Losses = new Map();
    countLoss(losses, 'HATCH', 'approximated', 2);
    const census = await expected({ LINE: 2, HATCH: 3, NEWS: 1 });
    verifyWritten(output.path, { target, version: 'AC1015', expected: census, losses });
    expect(Object.fromEntries(losses)).toEqual({
      LINE: { approximated: 0, dropped: 2 },
      HATCH: { approximated: 2, dropped: 1 },
      NEWS: { approximated: 0, dropped: 1 },
    });
  },
);

test('a DWG that cannot be read back is refused', async () => {
  const path = scratch.path('broken.dwg');
  await writeFile(path, (await readFile(fixture('plan-2018.dwg'))).subarray(0, 4000));
  const written = { target: 'dwg', version: 'AC1032', expected: new Map(), losses: new Map() } as const;
  expect(() => verifyWritten(path, written)).toThrow(
    expect.objectContaining({ code: 'conversion_failed', message: 'The DWG that was written cannot be read back.' }),
  );
});

test('entities of a DXF that the reader passes over are reported by their type', async () => {
  const plan = await readFile(fixture('plan-2000.dxf'), 'latin1');
  const path = scratch.path('news.dxf');
  const unknown = ['LIGHT', 'LIGHT', 'SECTIONOBJECT'].map((type, index) => `  0\n${type}\n  5\nFFF${index}\n  8\n0\n`);
  await writeFile(
    path,
    plan.replace(/\n +2\nENTITIES\n/, (start) => start + unknown.join('')),
    'latin1',
  );
  const { output, warnings } = await convert(scratch.folder, path, 'dxf');
  expect(warnings.map(({ message }) => message)).toEqual([
    '3 objects of the drawing could not be read and are missing: 2 LIGHT, 1 SECTIONOBJECT.',
  ]);
  const [found, source] = await readByEzdxf([output.path, fixture('plan-2000.dxf')]);
  expect(found?.entities).toEqual(source?.entities);
});

test('what a drawing says wrongly is repaired, and reported', async () => {
  const path = scratch.path('style.dxf');
  const plan = await readFile(fixture('plan-2000.dxf'), 'latin1');
  await writeFile(path, plan.replace(/(\$DIMSTYLE\n[^\n]*\n)[^\n]*/, '$1ISO-25'), 'latin1');
  const { output, warnings } = await convert(scratch.folder, path, 'dwg');
  expect(warnings).toMatchObject([
    {
      code: 'input_damaged',
      message: 'The drawing has 1 error that was repaired: 1 current dimension style "ISO-25" that is missing.',
    },
  ]);
  expect((await readDwg('dwgdxf', output.path)).entities.DIMENSION).toBeGreaterThan(0);
});
