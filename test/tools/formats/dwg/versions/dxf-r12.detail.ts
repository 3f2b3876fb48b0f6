import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Losses } from '../../../../../tools/formats/dwg/losses.ts';
import { writeDxfR12 } from '../../../../../tools/formats/dwg/versions/dxf-r12/write-dxf-r12.ts';
import {
  corpusFolder,
  type DrawingReport,
  documentOf,
  groupsOf,
  lossOf,
  makeDrawing,
  observed,
  onLayer,
  useFolder,
} from './support.ts';

const folder = useFolder();
const sizes = { spline: 20, ellipse: 22 };

describe('a drawing of 2018 as DXF of R12', () => {
  let report: DrawingReport;
  let source: DrawingReport;
  let losses: Losses;
  let text = '';

  beforeAll(async () => {
    const path = join(folder.path, 'source.dxf');
    await makeDrawing(path);
    const written = writeDxfR12(await documentOf(path), { binary: false });
    losses = written.losses;
    text = Buffer.from(written.bytes).toString('latin1');
    const result = join(folder.path, 'r12.dxf');
    await writeFile(result, written.bytes);
    report = await observed(result, path);
    source = await observed(path);
  });

  it('is read strictly and without an error', () => {
    expect(report.version).toBe('AC1009');
    expect(report.errors).toEqual([]);
  });

  it.each([
    'LINE',
    'CIRCLE',
    'ARC',
    'LWPOLYLINE',
    'WIDEPOLYLINE',
    'TILTEDPOLYLINE',
    'POLYLINE3D',
    'POLYFACE',
    'INSERT',
    'DIMENSION',
  ])('has %s where it was', (name) => {
    expect(onLayer(report, name).distance).toBeLessThan(1e-6);
    expect(onLayer(report, name).box).not.toBeNull();
  });

  it.each([
    ['SPLINE', sizes.spline],
    ['RATIONAL', sizes.spline],
    ['ELLIPSE', sizes.ellipse],
    ['ELLIPSEARC', sizes.ellipse],
    ['TILTEDELLIPSE', sizes.ellipse],
  ])('draws %s as a polyline nowhere farther than 1/1000 of its size from it', (name, size) => {
    expect(onLayer(report, name).types).toEqual({ POLYLINE: 1 });
    expect(onLayer(report, name).distance).toBeLessThan(size / 1000);
  });

  it('draws a spline that has fit points only through them', () => {
    // ezdxf uses other end tangents than a natural spline.
    expect(onLayer(report, 'FITSPLINE').distance).toBeLessThan(40 / 40);
    const points = groupsOf(text).filter(({ code }) => code === 10);
    expect(points.some(({ value }) => Number(value) === 30)).toBe(true);
  });

  it('draws the lines of MLINE and LEADER', () => {
    expect(onLayer(report, 'MLINE').types).toEqual({ POLYLINE: 2 });
    expect(onLayer(report, 'MLINE').distance).toBeLessThan(1e-6);
    expect(onLayer(report, 'LEADER').distance).toBeLessThan(1e-6);
  });

  it('writes MTEXT as lines of TEXT without format codes, turned and centred as it was', () => {
    const { places, texts } = onLayer(report, 'MTEXT');
    expect(texts).toEqual(['Erste Zeile', 'Tabelle 1/2 {x} \\y']);
    // Height 2 at (50, 50), turned by 90 degrees, attached in its middle: lines at 5/3 of the height.
    expect(places[0]?.[0]).toBeCloseTo(50 - 2 / 3);
    expect(places[1]?.[0]).toBeCloseTo(50 + 8 / 3);
    expect(places.map((place) => place[1])).toEqual([expect.closeTo(50), expect.closeTo(50)]);
  });

  it('writes letters outside ASCII as \\U+xxxx, and long texts as several', () => {
    expect(onLayer(report, 'TEXT').texts).toEqual(['\\U+00FCber \\U+65E5\\U+672C']);
    const long = onLayer(report, 'LONGTEXT').texts;
    expect(long.join('')).toBe('x'.repeat(600));
    expect(Math.max(...long.map((line) => line.length))).toBeLessThanOrEqual(255);
    expect(text).toMatch(/^[\x20-\x7e\r\n]*$/);
  });

  it('fills the area of a solid hatch, but for its hole', () => {
    expect(onLayer(report, 'SOLIDHATCH').area).toBeCloseTo(10 * 10 - 4 * 4);
    expect(onLayer(report, 'SOLIDHATCH').drawn).toEqual({ SOLID: expect.any(Number) });
  });

  it('draws as much line of a pattern hatch as ezdxf does', () => {
    const expected = onLayer(source, 'PATTERNHATCH').length;
    expect(expected).toBeGreaterThan(50);
    expect(onLayer(report, 'PATTERNHATCH').length / expected).toBeCloseTo(1, 2);
  });

  it('draws a mesh as faces, a face of five corners as three', () => {
    expect(onLayer(report, 'MESH').drawn).toEqual({ '3DFACE': 8 });
  });

  it('draws endless lines out of the drawing, and the frame of a picture', () => {
    expect(onLayer(report, 'RAY').box?.[0]).toEqual([0, 0, 0]);
    expect(onLayer(report, 'RAY').length).toBeGreaterThan(1000);
    expect(onLayer(report, 'XLINE').box?.[0]?.[1]).toBeLessThan(-1000);
    expect(onLayer(report, 'IMAGE').box).toEqual([
      [5, 5, 0],
      [25, 15, 0],
    ]);
  });

  it('gives names that R12 allows, all different', () => {
    for (const names of [report.layerNames, report.blockNames.filter((name) => !/_Space$/i.test(name))]) {
      expect(names.every((name) => /^\*?[A-Z0-9$_-]{1,31}$/.test(name))).toBe(true);
      expect(new Set(names).size).toBe(names.length);
    }
    expect(report.layerNames.length).toBeGreaterThanOrEqual(source.layerNames.length);
    expect(onLayer(report, 'INSERT').drawn).toMatchObject({ POLYLINE: 1 });
    expect(onLayer(report, 'OTHERINSERT').drawn).toEqual({ CIRCLE: 1 });
  });

  it('takes the nearest colour of a true colour', () => {
    expect(onLayer(source, 'TRUECOLOR').colors).toEqual([256]);
    expect(onLayer(report, 'TRUECOLOR').colors).toEqual([1]);
  });

  it('keeps the first sheet, and counts what is on others', () => {
    expect(report.sheet.toSorted()).toEqual(['SHEET', 'VIEWPORT']);
    expect(report.layers.SECONDSHEET).toBeUndefined();
    expect(lossOf(losses, 'LINE')).toBe('0 approximated, 1 dropped');
  });

  it('counts what is approximated and what is left out', () => {
    for (const type of ['MLINE', 'LEADER', 'RAY', 'XLINE', 'MESH', 'IMAGE', 'TEXT', 'MULTILEADER']) {
      expect([type, lossOf(losses, type)]).toEqual([type, '1 approximated, 0 dropped']);
    }
    expect(lossOf(losses, 'SPLINE')).toBe('3 approximated, 0 dropped');
    expect(lossOf(losses, 'ELLIPSE')).toBe('3 approximated, 0 dropped');
    expect(lossOf(losses, 'HATCH')).toBe('2 approximated, 0 dropped');
    expect(lossOf(losses, 'WIPEOUT')).toBe('0 approximated, 1 dropped');
    expect(losses.has('LWPOLYLINE')).toBe(false);
    expect(losses.has('DIMENSION')).toBe(false);
  });

  it('is the same drawing in the binary form', async () => {
    const path = join(folder.path, 'source.dxf');
    const { bytes } = writeDxfR12(await documentOf(path), { binary: true });
    expect(Buffer.from(bytes.subarray(0, 22)).toString('latin1')).toBe('AutoCAD Binary DXF\r\n\x1a\0');
    const binary = join(folder.path, 'r12-binary.dxf');
    await writeFile(binary, bytes);
    expect(await observed(binary, path)).toEqual(report);
  });

  it('has one handle for each entity, all below the next free one', () => {
    const handles: number[] = [];
    let record = '';
    for (const { code, value } of groupsOf(text)) {
      if (code === 0) record = value;
      // In a dimension style the same code names an arrow.
      else if (code === 5 && record !== 'DIMSTYLE') handles.push(Number.parseInt(value, 16));
    }
    const seed = handles.shift() ?? 0;
    expect(handles.length).toBeGreaterThan(100);
    expect(new Set(handles).size).toBe(handles.length);
    expect(Math.max(...handles)).toBeLessThan(seed);
  });
});

describe.skipIf(corpusFolder === null)("AutoCAD's drawing in each version (CORPORA_DIR) as DXF of R12", () => {
  const sources = ['AC1014.dwg', 'AC1015_ascii.dxf', 'AC1018.dwg', 'AC1021.dwg', 'AC1024_binary.dxf', 'AC1032.dwg'];

  it.each(sources)('%s is read strictly, with the entities that R12 has', async (name) => {
    const path = join(corpusFolder ?? '', `sample_${name}`);
    const { bytes, losses } = writeDxfR12(await documentOf(path), { binary: name.endsWith('.dwg') });
    const result = join(folder.path, `${name}.r12.dxf`);
    await writeFile(result, bytes);
    const report = await observed(result);
    expect(report.errors).toEqual([]);
    const count = (type: string) =>
      Object.values(report.layers).reduce((sum, layer) => sum + (layer.types[type] ?? 0), 0);
    expect({ dimensions: count('DIMENSION'), faces: count('3DFACE'), viewports: count('VIEWPORT') }).toEqual({
      dimensions: 11,
      faces: 1,
      viewports: 2,
    });
    expect(lossOf(losses, 'MULTILEADER')).toBe('15 approximated, 0 dropped');
    expect(losses.has('DIMENSION')).toBe(false);
  });

  it('R12 itself stays as AutoCAD wrote it, but for a shape without a name', async () => {
    const path = join(corpusFolder ?? '', 'sample_AC1009_ascii.dxf');
    const { bytes, losses } = writeDxfR12(await documentOf(path), { binary: false });
    const result = join(folder.path, 'again.dxf');
    await writeFile(result, bytes);
    const [before, after] = [await observed(path), await observed(result)];
    expect([...losses.keys()]).toEqual(['SHAPE']);
    expect(after.layerNames.map((name) => name.toUpperCase()).toSorted()).toEqual(before.layerNames.toSorted());
    const boxes = ({ layers }: DrawingReport) =>
      Object.fromEntries(Object.entries(layers).map(([name, { box }]) => [name, box]));
    expect(boxes(after)).toEqual(boxes(before));
    expect((await readFile(result)).length).toBeGreaterThan(400_000);
  });
});
