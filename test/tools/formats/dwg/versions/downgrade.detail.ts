import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ACadVersion, type CadDocument, DwgWriter, DxfWriter } from '@node-projects/acad-ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { TextSink } from '../../../../../engines/cad/dxf-sinks.ts';
import { dropUnwritable } from '../../../../../engines/cad/unwritable.ts';
import type { Losses } from '../../../../../tools/formats/dwg/losses.ts';
import { repairDocument } from '../../../../../tools/formats/dwg/patches/document.ts';
import { downgrade, type OldVersion } from '../../../../../tools/formats/dwg/versions/downgrade.ts';
import { dwgAsR13 } from '../../../../../tools/formats/dwg/versions/dwg-ac1012.ts';
import { dxfBefore2000 } from '../../../../../tools/formats/dwg/versions/dxf-before-2000.ts';
import {
  corpusFolder,
  type DrawingReport,
  documentOf,
  groupsOf,
  lossOf,
  makeDrawing,
  observed,
  onLayer,
  readBy,
  useFolder,
} from './support.ts';

const folder = useFolder();

function prepared(document: CadDocument, target: 'dwg' | 'dxf', version: OldVersion): Losses {
  if (document.header === null) throw new Error('no header');
  document.header.version = target === 'dwg' ? ACadVersion.AC1014 : ACadVersion[version];
  dropUnwritable(document, target);
  repairDocument(document);
  return downgrade(document, version);
}

async function asDxf(source: string, version: OldVersion): Promise<{ path: string; text: string; losses: Losses }> {
  const document = await documentOf(source);
  const losses = prepared(document, 'dxf', version);
  const sink = new TextSink();
  DxfWriter.writeToStream(sink, document);
  const text = dxfBefore2000(sink.text);
  const path = join(folder.path, `${version}.dxf`);
  await writeFile(path, text);
  return { path, text, losses };
}

async function asDwg(source: string, version: OldVersion): Promise<{ path: string; losses: Losses }> {
  const document = await documentOf(source);
  const losses = prepared(document, 'dwg', version);
  const bytes = DwgWriter.writeToBuffer(document);
  const path = join(folder.path, `${version}.dwg`);
  await writeFile(path, version === 'AC1012' ? dwgAsR13(bytes) : bytes);
  return { path, losses };
}

/** Entities that came after R13, and after R14. */
const AFTER_R14 = ['MULTILEADER', 'MESH', 'ACAD_TABLE', 'WIPEOUT', 'PDFUNDERLAY', 'ARC_DIMENSION'];
const AFTER_R13 = [...AFTER_R14, 'LWPOLYLINE', 'HATCH', 'IMAGE', 'OLE2FRAME'];

describe.each(['AC1012', 'AC1014'] as const)('a drawing of 2018 as DXF of %s', (version) => {
  let report: DrawingReport;
  let text = '';
  let losses: Losses;

  beforeAll(async () => {
    const source = join(folder.path, `source-${version}.dxf`);
    await makeDrawing(source);
    const written = await asDxf(source, version);
    ({ losses, text } = written);
    report = await observed(written.path, source);
  });

  it('is read strictly and without an error', () => {
    // ezdxf opens R13 and R14 as 2000.
    expect(text).toMatch(new RegExp(`\\$ACADVER\\r?\\n\\s*1\\r?\\n${version}`));
    expect(report.errors).toEqual([]);
  });

  it('has nothing that came later', () => {
    const groups = groupsOf(text);
    const records = new Set(groups.filter(({ code }) => code === 0).map(({ value }) => value));
    expect(records.has('LINE')).toBe(true);
    for (const type of version === 'AC1012' ? AFTER_R13 : AFTER_R14)
      expect([type, records.has(type)]).toEqual([type, false]);
    for (const object of [
      'LAYOUT',
      'SCALE',
      'MATERIAL',
      'VISUALSTYLE',
      'TABLESTYLE',
      'MLEADERSTYLE',
      'ACDBPLACEHOLDER',
    ]) {
      expect([object, records.has(object)]).toEqual([object, false]);
    }
    // Lineweight, plot style, true colour, transparency.
    expect(groups.filter(({ code }) => [370, 390, 420, 440].includes(code))).toEqual([]);
    expect(groups.filter(({ code, value }) => code === 9 && /^\$(LWDISPLAY|INSUNITS|CELWEIGHT)$/.test(value))).toEqual(
      [],
    );
  });

  it.each(['LINE', 'CIRCLE', 'ARC', 'LWPOLYLINE', 'TILTEDPOLYLINE', 'SPLINE', 'ELLIPSE', 'INSERT', 'DIMENSION'])(
    'has %s where it was',
    (name) => {
      expect(onLayer(report, name).distance).toBeLessThan(1e-6);
    },
  );

  it('keeps an LWPOLYLINE where the release has it, else as POLYLINE, without loss', () => {
    const type = version === 'AC1012' ? 'POLYLINE' : 'LWPOLYLINE';
    expect(onLayer(report, 'LWPOLYLINE').types).toEqual({ [type]: 1 });
    expect(losses.has('LWPOLYLINE')).toBe(false);
  });

  it('keeps a HATCH where the release has it, else as what it draws', () => {
    if (version === 'AC1014') {
      expect(onLayer(report, 'SOLIDHATCH').types).toEqual({ HATCH: 1 });
      expect(losses.has('HATCH')).toBe(false);
    } else {
      expect(onLayer(report, 'SOLIDHATCH').area).toBeCloseTo(84);
      expect(onLayer(report, 'PATTERNHATCH').length).toBeGreaterThan(80);
      expect(lossOf(losses, 'HATCH')).toBe('2 approximated, 0 dropped');
    }
  });

  it('draws a mesh as faces and counts what is left out', () => {
    expect(onLayer(report, 'MESH').drawn).toEqual({ '3DFACE': 8 });
    expect(lossOf(losses, 'MESH')).toBe('1 approximated, 0 dropped');
    expect(lossOf(losses, 'MULTILEADER')).toBe('1 approximated, 0 dropped');
    expect(lossOf(losses, 'WIPEOUT')).toBe('0 approximated, 1 dropped');
    expect(lossOf(losses, 'LINE')).toBe('0 approximated, 1 dropped');
    expect(losses.has('SPLINE')).toBe(false);
    expect(losses.has('MTEXT')).toBe(false);
  });

  it('keeps entities in the order in which they are drawn', () => {
    const place = (name: string) => text.indexOf(`\n${name}\n`, text.indexOf('\nENTITIES\n'));
    expect(place('SOLIDHATCH')).toBeGreaterThan(place('MTEXT'));
    expect(place('SOLIDHATCH')).toBeLessThan(place('MULTILEADER'));
    expect(place('MESH')).toBeLessThan(place('DIMENSION'));
  });

  it('keeps the view of a viewport as extended data', () => {
    const groups = groupsOf(text);
    const at = groups.findIndex(({ code, value }) => code === 1000 && value === 'MVIEW');
    expect(at).toBeGreaterThan(0);
    // After the marks and the version: target, direction, twist, height.
    const numbers = groups.slice(at + 3, at + 11).map(({ value }) => Number(value));
    expect(numbers.slice(3, 8)).toEqual([0, 0, 1, 0, 100]);
  });
});

describe.each(['AC1012', 'AC1014'] as const)('a drawing of 2018 as DWG of %s', (version) => {
  it('is read by dwgdxf and LibreDWG, with all its entities', async () => {
    const source = join(folder.path, `dwg-source-${version}.dxf`);
    await makeDrawing(source);
    const { path } = await asDwg(source, version);
    const seen = join(folder.path, `seen-${version}.dxf`);
    const [first, second] = [await readBy('dwgdxf', path, seen), await readBy('libredwg', path)];
    expect([first.version, second.version]).toEqual([version, version]);
    for (const type of ['LINE', 'CIRCLE', 'ARC', 'SPLINE', 'ELLIPSE', 'MTEXT', 'LEADER', 'INSERT', 'SOLID', '3DFACE']) {
      expect([type, second.entities[type]]).toEqual([type, first.entities[type]]);
    }
    expect((first.entities.LWPOLYLINE ?? 0) > 0).toBe(version === 'AC1014');
    expect(second.entities.LWPOLYLINE).toBe(first.entities.LWPOLYLINE);
    expect(first.entities.HATCH ?? 0).toBe(version === 'AC1012' ? 0 : 2);
    expect(first.entities['3DFACE']).toBe(1 + 8);
    const report = await observed(seen, source);
    // Not TILTEDPOLYLINE: dwgdxf leaves out the extrusion of a POLYLINE when it writes its DXF.
    for (const layer of ['LWPOLYLINE', 'SPLINE', 'FITSPLINE', 'ELLIPSE', 'DIMENSION']) {
      expect([layer, Math.round((onLayer(report, layer).distance ?? 1) * 1e6)]).toEqual([layer, 0]);
    }
  });
});

describe('dwgAsR13', () => {
  it('refuses what is not a file of R14', () => {
    expect(() => dwgAsR13(new Uint8Array(100))).toThrow('AC1014');
    expect(() => dwgAsR13(Buffer.from(`AC1014${'\0'.repeat(100)}`))).toThrow('locators');
  });
});

describe.skipIf(corpusFolder === null)("AutoCAD's drawing (CORPORA_DIR) in R13 and R14", () => {
  it.each([
    ['AC1015.dwg', 'AC1012'],
    ['AC1032.dwg', 'AC1014'],
    ['AC1032_ascii.dxf', 'AC1012'],
    ['AC1018_ascii.dxf', 'AC1014'],
  ] as const)('%s as %s', async (name, version) => {
    const source = join(corpusFolder ?? '', `sample_${name}`);
    const { path, losses } = await asDwg(source, version);
    const [first, second] = [await readBy('dwgdxf', path), await readBy('libredwg', path)];
    for (const type of ['LINE', 'CIRCLE', 'DIMENSION', 'TEXT', 'MTEXT', 'INSERT', '3DFACE', 'VIEWPORT']) {
      expect([type, second.entities[type]]).toEqual([type, first.entities[type]]);
    }
    expect(first.entities.DIMENSION).toBe(11);
    expect(lossOf(losses, 'MULTILEADER')).toBe('15 approximated, 0 dropped');
    const dxf = await asDxf(source, version);
    const report = await observed(dxf.path);
    expect(report.errors).toEqual([]);
    expect((await readFile(dxf.path)).length).toBeGreaterThan(100_000);
  });
});
