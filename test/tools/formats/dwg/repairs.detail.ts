import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CadDictionary, Ellipse, Layout, Line } from '@node-projects/acad-ts';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeDrawing } from '../../../../engines/cad/write.ts';
import { applyPatches } from '../../../../tools/formats/dwg/patches/apply.ts';
import { readDrawing } from '../../../../tools/formats/dwg/read.ts';
import { fixture, readByEzdxf, readDwg } from '../../../engines/cad/support.ts';
import { corpusFolder, useFolder } from './versions/support.ts';

const folder = useFolder();
const path = (name: string): string => join(folder.path, name);

beforeAll(() => applyPatches());

const plan = (): string => readFileSync(fixture('plan-2000.dxf'), 'latin1');

/** The plan with an error, and the name of its repair. */
const BROKEN: readonly (readonly [repair: string, dxf: () => string])[] = [
  ['current dimension style "ISO-25" that is missing', () => renamed('$DIMSTYLE', 'ISO-25')],
  ['current text style "Missing" that is missing', () => renamed('$TEXTSTYLE', 'Missing')],
  ['current layer "Missing" that is missing', () => renamed('$CLAYER', 'Missing')],
  [
    'layout without its block',
    () => plan().replace(/(\nAcDbLayout\n) +1\nLayout1\n(?:(?! +0\n)[^\n]*\n[^\n]*\n)*/, '$1'),
  ],
  ['entity without a handle', () => plan().replace(/(\n +2\nENTITIES\n[\s\S]*?\nLINE\n +5\n)[0-9A-F]+/, '$10')],
  ['extrusion without length', () => withEntity('LINE', 'AcDbLine', '210\n0\n220\n0\n230\n0\n')],
  [
    'ellipse that leaves its plane',
    () => withEntity('ELLIPSE', 'AcDbEllipse', '10\n0\n20\n0\n30\n0\n11\n3\n21\n0\n31\n1\n40\n0.5\n41\n0\n42\n6\n'),
  ],
  ['ellipse whose longer axis is the second', () => withEntity('ELLIPSE', 'AcDbEllipse', TALL_ARC)],
];

/** A quarter of an ellipse that is half as wide as it is high. */
const TALL_ARC = '10\n0\n20\n0\n30\n0\n11\n3\n21\n0\n31\n0\n40\n2\n41\n0\n42\n1.5707963\n';

const renamed = (variable: string, value: string): string =>
  plan().replace(new RegExp(`(\\${variable}\n[^\n]*\n)[^\n]*`), `$1${value}`);

const withEntity = (type: string, part: string, body: string): string =>
  plan().replace(
    /\n +2\nENTITIES\n/,
    (start) => `${start}0\n${type}\n5\nFFF1\n100\nAcDbEntity\n8\n0\n100\n${part}\n${body}`,
  );

test.each(BROKEN)('a drawing with a %s is written, and the repair counted', async (repair, dxf) => {
  const broken = Buffer.from(dxf(), 'latin1');
  expect(broken.equals(readFileSync(fixture('plan-2000.dxf')))).toBe(false);
  const name = repair.replaceAll(/\W/g, '-');
  for (const target of ['dxf', 'dwg'] as const) {
    const { document, repairs } = readDrawing(broken, 'dxf', 'plan.dxf');
    expect(repairs.get(repair)).toBeGreaterThanOrEqual(1);
    writeDrawing(document, target, 'AC1032', path(`${name}.${target}`));
  }
  const [found] = await readByEzdxf([path(`${name}.dxf`)]);
  expect(found).toMatchObject({ errors: [], fixes: [] });
  const [source] = await readByEzdxf([fixture('plan-2000.dxf')]);
  const [lines, ellipses] = [source?.entities.LINE ?? 0, source?.entities.ELLIPSE ?? 0];
  expect(found?.entities.LINE).toBe(lines + Number(dxf().includes('FFF1\n100\nAcDbEntity\n8\n0\n100\nAcDbLine')));
  const dwg = await readDwg('dwgdxf', path(`${name}.dwg`));
  expect(dwg.entities.ELLIPSE).toBe(ellipses + Number(dxf().includes('FFF1\n100\nAcDbEntity\n8\n0\n100\nAcDbEllipse')));
});

test('axes of an ellipse that are exchanged leave its arc where it is', () => {
  const { document } = readDrawing(
    Buffer.from(withEntity('ELLIPSE', 'AcDbEllipse', TALL_ARC), 'latin1'),
    'dxf',
    'x.dxf',
  );
  const arcs = [...(document.modelSpace?.entities ?? [])].filter((each) => each instanceof Ellipse);
  const arc = arcs.find(({ majorAxisEndPoint: { y } }) => Math.abs(y - 6) < 1e-9);
  const [start, middle, end] = arc?.polygonalVertexes(3) ?? [];
  expect([start?.x, start?.y, end?.x, end?.y].map((each) => Math.round((each ?? 9) * 1000) / 1000)).toEqual([
    3, 0, 0, 6,
  ]);
  expect(middle?.x).toBeCloseTo(3 * Math.SQRT1_2, 3);
});

test('a vertex without a polyline is left out and counted, and the rest is written', async () => {
  const stray = withEntity('VERTEX', 'AcDbVertex', '10\n1\n20\n2\n30\n0\n');
  const { document, unread } = readDrawing(Buffer.from(stray, 'latin1'), 'dxf', 'plan.dxf');
  expect([...unread]).toEqual([['VERTEX', 1]]);
  writeDrawing(document, 'dwg', 'AC1032', path('stray.dwg'));
  const [source] = await readByEzdxf([fixture('plan-2000.dxf')]);
  expect((await readDwg('dwgdxf', path('stray.dwg'))).entities.LINE).toBe(source?.entities.LINE);
});

const POLYLINE = '66\n1\n10\n0\n20\n0\n30\n0\n';
const VERTEX = '0\nVERTEX\n5\nFFF2\n100\nAcDbEntity\n8\n0\n100\nAcDbVertex\n100\nAcDb2dVertex\n10\n1\n20\n1\n30\n0\n';
const SEQEND = '0\nSEQEND\n5\nFFF3\n100\nAcDbEntity\n8\n0\n';

test.each([
  ['without vertices', POLYLINE, { POLYLINE: 1 }],
  [
    'whose vertices do not say of what kind they are',
    POLYLINE + VERTEX.replace(/100\nAcDb.*?Vertex\n/g, '') + SEQEND,
    { POLYLINE: 1, VERTEX: 1 },
  ],
])('a polyline %s is left out and counted', async (_, body, lost) => {
  const empty = withEntity('POLYLINE', 'AcDb2dPolyline', body);
  const { document, unread } = readDrawing(Buffer.from(empty, 'latin1'), 'dxf', 'plan.dxf');
  expect(Object.fromEntries(unread)).toMatchObject(lost);
  writeDrawing(document, 'dwg', 'AC1032', path(`empty-${Object.keys(lost).length}.dwg`));
  writeDrawing(document, 'dxf', 'AC1032', path(`empty-${Object.keys(lost).length}.dxf`));
  const [found, source] = await readByEzdxf([path(`empty-${Object.keys(lost).length}.dxf`), fixture('plan-2000.dxf')]);
  expect([found?.errors, found?.entities]).toEqual([[], source?.entities]);
});

test('a dictionary that is another object is left out', async () => {
  const { repairDrawing } = await import('../../../../tools/formats/dwg/repairs/repair.ts');
  const { document } = readDrawing(readFileSync(fixture('plan-2000.dxf')), 'dxf', 'plan.dxf');
  const [layer] = document.layers ?? [];
  // As a damaged reference leads to.
  Reflect.set(layer ?? {}, 'xDictionary', [...(document.dimensionStyles ?? [])][0]);
  expect([...repairDrawing(document)]).toEqual([['dictionary that is another object, left out', 1]]);
  writeDrawing(document, 'dxf', 'AC1032', path('dictionary.dxf'));
  const [found] = await readByEzdxf([path('dictionary.dxf')]);
  expect(found).toMatchObject({ errors: [], fixes: [] });
});

test('a polyline whose end is another object gets one of its own', async () => {
  const dxf = withEntity('POLYLINE', 'AcDb2dPolyline', POLYLINE + VERTEX + SEQEND);
  const { document } = readDrawing(Buffer.from(dxf, 'latin1'), 'dxf', 'plan.dxf');
  const polyline = document.getCadObject(0xfff1);
  if (polyline === null) throw new Error('the polyline was not read');
  // As a damaged reference leads to.
  Reflect.set(Reflect.get(polyline, 'vertices'), 'seqend', new CadDictionary());
  writeDrawing(document, 'dwg', 'AC1032', path('end.dwg'));
  const [source] = await readByEzdxf([fixture('plan-2000.dxf')]);
  expect((await readDwg('dwgdxf', path('end.dwg'))).entities.LINE).toBe(source?.entities.LINE);
});

test('a whole drawing needs no repair', () => {
  for (const name of ['plan-2000.dxf', 'plan-2018.dxf', 'plan-2018.dwg', 'plan-r12.dwg']) {
    const { repairs, unread, replaced } = readDrawing(
      readFileSync(fixture(name)),
      name.endsWith('f') ? 'dxf' : 'dwg',
      name,
    );
    expect({ name, repairs: [...repairs], unread: [...unread], replaced: [...replaced] }).toEqual({
      name,
      repairs: [],
      unread: [],
      replaced: [],
    });
  }
});

test('objects get the owner and the handle that they lack, and entities are no entries of a dictionary', async () => {
  const { repairDrawing } = await import('../../../../tools/formats/dwg/repairs/repair.ts');
  const { document } = readDrawing(readFileSync(fixture('plan-2000.dxf')), 'dxf', 'plan.dxf');
  const layouts = document.rootDictionary?.getEntry(CadDictionary.acadLayout);
  if (!(layouts instanceof CadDictionary)) throw new Error('a drawing has layouts');
  const sheet = [...layouts].find((each) => each instanceof Layout);
  if (sheet === undefined) throw new Error('a drawing has a layout');
  Object.assign(sheet, { owner: null, handle: 0 });
  const entries: unknown = Reflect.get(layouts, '_entries');
  if (!(entries instanceof Map)) throw new Error('entries are not kept in a map any more');
  entries.set('stray', new Line());
  const repairs = repairDrawing(document);
  expect([...repairs]).toEqual([
    ['object without a handle', 1],
    ['LINE among the objects without a picture, left out', 1],
  ]);
  expect(sheet.owner).toBe(layouts);
  expect(sheet.handle).toBeGreaterThan(0);
  writeDrawing(document, 'dwg', 'AC1032', path('owner.dwg'));
  expect((await readDwg('dwgdxf', path('owner.dwg'))).entities.LINE).toBeGreaterThan(0);
});

test('an ellipse that rounding has moved out of its plane is laid back into it, which is no repair', () => {
  const dxf = withEntity(
    'ELLIPSE',
    'AcDbEllipse',
    '10\n0\n20\n0\n30\n0\n11\n3\n21\n0\n31\n1e-9\n40\n0.5\n41\n0\n42\n6\n',
  );
  const { document, repairs } = readDrawing(Buffer.from(dxf, 'latin1'), 'dxf', 'plan.dxf');
  expect([...repairs]).toEqual([]);
  const ellipse = document.getCadObject(0xfff1);
  expect(ellipse instanceof Ellipse && ellipse.majorAxisEndPoint.z).toBe(0);
});

describe.skipIf(corpusFolder === null)('reported drawings (CORPORA_DIR)', () => {
  test.each([
    ['clockwise_arcs_hatch.dxf', ['current dimension style "ISO-25" that is missing']],
    ['supported_entities.dxf', ['layout without its block']],
    ['mtext_complex_inline_codes.dxf', []],
    ['PolyLine2D.dwg', ['LAYOUTPRINTCONFIG among the objects without a picture, left out']],
  ])('%s is written as every kind of file, and repaired', async (name, expected) => {
    const file = join(process.env.CORPORA_DIR ?? '', 'reported/cad', name);
    const dxfs: string[] = [];
    for (const version of ['AC1012', 'AC1014', 'AC1015', 'AC1018', 'AC1021', 'AC1024', 'AC1027', 'AC1032'] as const) {
      for (const target of ['dxf', 'dwg'] as const) {
        const format = name.endsWith('dxf') ? 'dxf' : 'dwg';
        const { document, repairs } = readDrawing(readFileSync(file), format, name);
        expect([...repairs.keys()]).toEqual(expected);
        writeDrawing(document, target, version, path(`${name}-${version}.${target}`));
      }
      dxfs.push(path(`${name}-${version}.dxf`));
      expect((await readDwg('dwgdxf', path(`${name}-${version}.dwg`))).version).toBe(version);
    }
    for (const { errors, fixes, refused } of await readByEzdxf(dxfs)) {
      expect({ errors, fixes, refused }).toEqual({ errors: [], fixes: [], refused: undefined });
    }
  });
});
