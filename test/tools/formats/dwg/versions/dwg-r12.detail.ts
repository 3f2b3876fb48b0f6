import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { checksum } from '../../../../../tools/formats/dwg/versions/dwg-r12/checksum.ts';
import { dwgR12AsDxf } from '../../../../../tools/formats/dwg/versions/dwg-r12/read-dwg-r12.ts';
import { writeDwgR12 } from '../../../../../tools/formats/dwg/versions/dwg-r12/write-dwg-r12.ts';
import { writeDxfR12 } from '../../../../../tools/formats/dwg/versions/dxf-r12/write-dxf-r12.ts';
import { fixture } from '../../../../engines/cad/support.ts';
import { corpusFolder, documentOf, groupsOf, lossOf, makeDrawing, observed, readBy, useFolder } from './support.ts';

const folder = useFolder();

/** One entity, read by LibreDWG. */
type Found = Readonly<Record<string, unknown>> & { readonly type: string; readonly handle: string };

interface Seen {
  readonly BLOCK_RECORD: {
    readonly entries: readonly { readonly name: string; readonly entities: readonly Found[] }[];
  };
  readonly LTYPE: { readonly entries: readonly { readonly name: string; readonly totalPatternLength: number }[] };
  readonly STYLE: { readonly entries: readonly { readonly name: string; readonly font: string }[] };
  readonly DIMSTYLE: { readonly entries: readonly Readonly<Record<string, unknown>>[] };
}

/** Writes a drawing as DWG and DXF of R12. @returns what LibreDWG finds in the DWG */
async function written(source: string, name: string) {
  const document = await documentOf(source);
  const dwg = join(folder.path, `${name}.dwg`);
  const dxf = join(folder.path, `${name}.dxf`);
  const { bytes, losses } = writeDwgR12(document);
  await writeFile(dwg, bytes);
  await writeFile(dxf, writeDxfR12(document, { binary: false }).bytes);
  const json = join(folder.path, `${name}.json`);
  const report = await readBy('libredwg', dwg, json);
  return { bytes, dxf, losses, report, seen: JSON.parse(await readFile(json, 'utf8')) as Seen };
}

/** DXF groups that LibreDWG stores as a number, text or point under these names; `angle`: in radians. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  LINE: { startPoint: 10, endPoint: 11 },
  CIRCLE: { center: 10, radius: 40 },
  ARC: { center: 10, radius: 40, startAngle: -50, endAngle: -51 },
  POINT: { position: 10 },
  TEXT: { text: 1, startPoint: 10, textHeight: 40, rotation: -50, halign: 72 },
  SOLID: { corner1: 10, corner2: 11, corner3: 12, corner4: 13 },
  '3DFACE': { corner1: 10, corner2: 11, corner3: 12, corner4: 13 },
  INSERT: { insertionPoint: 10, rotation: -50 },
  DIMENSION: { definitionPoint: 10, textPoint: 11 },
  // Dimension of two lines: LibreDWG uses this name for the position of the arc, as in newer DWG files.
  ANGULAR: { definitionPoint: 16, textPoint: 11 },
  VIEWPORT: { viewportCenter: 10, width: 40, height: 41 },
};

type Values = ReadonlyMap<number, string>;

/** Returns handle to entity of an ASCII DXF file. */
function byHandle(dxf: string): Map<string, { type: string; values: Values }> {
  const entities = new Map<string, { type: string; values: Values }>();
  let values = new Map<number, string>();
  let type = '';
  for (const { code, value } of groupsOf(dxf)) {
    if (code === 0) {
      type = value;
      values = new Map();
    } else if (!values.has(code)) values.set(code, value);
    if (code === 5) entities.set(value, { type, values });
  }
  return entities;
}

const plain = (text: string): string =>
  text.replace(/\\U\+([0-9A-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function isSame(found: unknown, code: number, values: Values): boolean {
  const number = (group: number) => Number(values.get(group) ?? 0);
  const close = (one: unknown, other: number) => Math.abs(Number(one) - other) <= 1e-9 * Math.max(1, Math.abs(other));
  if (code < 0) return close(found, (number(-code) * Math.PI) / 180);
  if (typeof found === 'string') return found === plain(values.get(code) ?? '');
  if (typeof found === 'number') return close(found, number(code));
  const { x, y, z } = found as { x: number; y: number; z?: number };
  return close(x, number(code)) && close(y, number(code + 10)) && (z === undefined || close(z, number(code + 20)));
}

/** Returns values that LibreDWG reads differently from the DXF of R12, and the number of compared fields. */
async function compared(seen: Seen, dxf: string): Promise<{ different: string[]; fields: number }> {
  const expected = byHandle(await readFile(dxf, 'latin1'));
  const different: string[] = [];
  let fields = 0;
  for (const entity of seen.BLOCK_RECORD.entries.flatMap(({ entities }) => entities)) {
    const values = expected.get(entity.handle)?.values;
    const isAngular = entity.type === 'DIMENSION' && (Number(values?.get(70)) & 7) === 2;
    for (const [name, code] of Object.entries(FIELDS[isAngular ? 'ANGULAR' : entity.type] ?? {})) {
      fields++;
      if (values === undefined || !isSame(entity[name], code, values)) {
        different.push(`${entity.type} ${entity.handle} ${name}: ${JSON.stringify(entity[name])}`);
      }
    }
  }
  return { different, fields };
}

/** Returns the attributes in which two DXF files differ, by ezdxf. */
async function differences(expected: string, made: string): Promise<unknown> {
  const script = join(import.meta.dirname, '../compare.py');
  const { stdout } = await promisify(execFile)('/usr/bin/python3', [script, expected, made]);
  return JSON.parse(stdout);
}

describe('a drawing of 2018 as DWG of R12', () => {
  it('is read by LibreDWG, with all its entities where DXF of R12 has them', async () => {
    const source = join(folder.path, 'source.dxf');
    await makeDrawing(source);
    const { dxf, losses, report, seen } = await written(source, 'made');
    expect(report.version).toBe('AC1009');
    const { different, fields } = await compared(seen, dxf);
    expect(different).toEqual([]);
    expect(fields).toBeGreaterThan(60);
    expect(report.layers).toEqual(expect.arrayContaining(['LINE', 'SOLIDHATCH', 'SPLINE']));
    expect(seen.BLOCK_RECORD.entries.map(({ name }) => name)).toContain('_ARCHTICK');
    expect(seen.STYLE.entries.map(({ font }) => font)).toContain('txt');
    expect(losses.size).toBeGreaterThan(5);
  });

  it('keeps the tables: linetypes with their dashes, and dimension styles to the last value', async () => {
    const document = await documentOf(fixture('plan-2018.dxf'));
    const [style] = [...(document.dimensionStyles ?? [])];
    if (style === undefined) throw new Error('the fixture has a dimension style');
    Object.assign(style, { tickSize: 0.5, dimensionLineGap: 0.25, toleranceScaleFactor: 0.75 });
    const dwg = join(folder.path, 'tables.dwg');
    await writeFile(dwg, writeDwgR12(document).bytes);
    const json = join(folder.path, 'tables.json');
    await readBy('libredwg', dwg, json);
    const seen = JSON.parse(await readFile(json, 'utf8')) as Seen;
    expect(seen.DIMSTYLE.entries).toContainEqual(
      expect.objectContaining({ name: style.name.toUpperCase(), DIMTSZ: 0.5, DIMGAP: 0.25, DIMTFAC: 0.75 }),
    );
    const dashed = seen.LTYPE.entries.find(({ name }) => name === 'DASHED');
    expect(dashed).toMatchObject({ numberOfLineTypes: 2, totalPatternLength: 1.524 });
  });

  it('is the same file each time', async () => {
    const document = await documentOf(fixture('plan-2018.dxf'));
    expect(Buffer.from(writeDwgR12(document).bytes).equals(writeDwgR12(document).bytes)).toBe(true);
  });

  it('is read by us as the DXF of R12 with the same content', async () => {
    const { bytes, dxf } = await written(fixture('plan-2018.dxf'), 'back');
    const back = join(folder.path, 'back-again.dxf');
    const { dxf: text, unread } = dwgR12AsDxf(bytes);
    await writeFile(back, text);
    expect([...unread]).toEqual([]);
    expect((await observed(back)).errors).toEqual([]);
    expect(await differences(dxf, back)).toMatchObject({ different: {}, missing: {} });
  });
});

/** Positions in the header of the file. */
const MODEL = 0x14;
const EXTRA = 0x24;
const HEADER_END = 0x6bd;
const CODE_PAGE = 0x3f9;
const JUMP = 18;
const LINE = 1;

/** A file to change, whose checksums are corrected afterwards. */
class Changed {
  bytes: Buffer;

  constructor(bytes: Uint8Array) {
    this.bytes = Buffer.from(bytes);
  }

  /** Returns addresses and sizes of the model's entities, of one type or of all. */
  entities(type?: number): { at: number; size: number }[] {
    const found: { at: number; size: number }[] = [];
    const end = this.bytes.readUInt32LE(MODEL + 4);
    for (let at = this.bytes.readUInt32LE(MODEL); at < end; at += this.bytes.readUInt16LE(at + 2)) {
      if (type === undefined || this.bytes[at] === type) found.push({ at, size: this.bytes.readUInt16LE(at + 2) });
    }
    return found;
  }

  first(type: number): { at: number; size: number } {
    const [entity] = this.entities(type);
    if (entity === undefined) throw new Error('no such entity');
    return entity;
  }

  seal({ at, size }: { at: number; size: number }): void {
    this.bytes.writeUInt16LE(checksum(this.bytes.subarray(at, at + size - 2)), at + size - 2);
  }

  sealHeader(): void {
    this.bytes.writeUInt16LE(checksum(this.bytes.subarray(0, HEADER_END)), HEADER_END);
  }

  /** Replaces an entity with a jump, and moves it to the third list with a jump back. */
  moveAway({ at, size }: { at: number; size: number }): void {
    const entity = Buffer.from(this.bytes.subarray(at, at + size));
    const start = this.bytes.readUInt32LE(EXTRA);
    const used = this.bytes.readUInt32LE(EXTRA + 4) & 0xffffff;
    const back = Buffer.alloc(10);
    back[0] = JUMP;
    back.writeUInt16LE(back.length, 2);
    back.writeUInt32LE(at + size, 4);
    back.writeUInt16LE(checksum(back.subarray(0, 8)), 8);
    this.bytes[at] = JUMP;
    this.bytes.writeUInt32LE((0x80000000 | used) >>> 0, at + 4);
    this.seal({ at, size });
    this.bytes = Buffer.concat([this.bytes.subarray(0, start + used), entity, back, this.bytes.subarray(start + used)]);
    this.bytes.writeUInt32LE((0x80000000 | (used + size + back.length)) >>> 0, EXTRA + 4);
    this.sealHeader();
  }

  read(): { text: string; unread: [string, number][] } {
    const { dxf, unread } = dwgR12AsDxf(this.bytes);
    return { text: Buffer.from(dxf).toString('latin1'), unread: [...unread] };
  }
}

const plan = async () => new Changed(await readFile(fixture('plan-r12.dwg')));

describe('files of other programs', () => {
  it('entities that did not fit into their place are found behind jumps', async () => {
    const changed = await plan();
    const { text: before } = changed.read();
    for (const entity of changed.entities(LINE)) changed.moveAway(entity);
    expect(changed.entities(LINE)).toEqual([]);
    expect(changed.read()).toEqual({ text: before, unread: [] });
  });

  it('erased entities are left out', async () => {
    const changed = await plan();
    const lines = (text: string) => text.split('\r\nLINE\r\n').length;
    const before = lines(changed.read().text);
    const line = changed.first(LINE);
    changed.bytes[line.at] = 0x80 | LINE;
    changed.seal(line);
    const { text, unread } = changed.read();
    expect([lines(text), unread]).toEqual([before - 1, []]);
  });

  it('an entity with a wrong check sum is counted, where the others have right ones', async () => {
    const changed = await plan();
    const { at } = changed.first(LINE);
    changed.bytes[at + 12] = 0x55;
    expect(changed.read().unread).toEqual([['LINE', 1]]);
    // A header without a valid checksum, because the program that wrote the file computes none.
    changed.bytes[0x100] = 0x55;
    expect(changed.read().unread).toEqual([]);
  });

  it('text is in the code page of the header, of DOS as well', async () => {
    const changed = await plan();
    const text = changed.entities(7).find(({ at, size }) => changed.bytes.subarray(at, at + size).includes('Plain'));
    if (text === undefined) throw new Error('the fixture has a text');
    // Code page 850.
    changed.bytes.writeInt16LE(12, CODE_PAGE);
    changed.sealHeader();
    changed.bytes[changed.bytes.indexOf('Plain', text.at) + 2] = 0x84;
    changed.seal(text);
    expect(changed.read().text).toContain('Pl\\U+00E4in');
  });

  it('jumps in a circle and lists beyond the end are refused', async () => {
    const circle = await plan();
    const entity = circle.first(LINE);
    circle.bytes[entity.at] = JUMP;
    circle.bytes.writeUInt32LE(entity.at, entity.at + 4);
    expect(() => circle.read()).toThrow('circle');
    const beyond = await plan();
    beyond.bytes.writeUInt32LE(0x7fffffff, MODEL + 4);
    expect(() => beyond.read()).toThrow(RangeError);
  });
});

describe.skipIf(corpusFolder === null)("AutoCAD's drawing (CORPORA_DIR) as DWG of R12", () => {
  it('of R12 itself: all but a shape without a name, where it was', async () => {
    const source = join(corpusFolder ?? '', 'sample_AC1009_ascii.dxf');
    const { bytes, dxf, losses, seen } = await written(source, 'autocad');
    expect([...losses.keys()]).toEqual(['SHAPE']);
    const { different, fields } = await compared(seen, dxf);
    expect(different).toEqual([]);
    expect(fields).toBeGreaterThan(5000);
    const back = join(folder.path, 'autocad-back.dxf');
    await writeFile(back, dwgR12AsDxf(bytes).dxf);
    expect(await differences(dxf, back)).toMatchObject({ different: {}, missing: {} });
  });

  it('of 2018: what R12 lacks is replaced, and counted', async () => {
    const { dxf, losses, seen } = await written(join(corpusFolder ?? '', 'sample_AC1032.dwg'), 'new');
    const { different, fields } = await compared(seen, dxf);
    expect(different).toEqual([]);
    expect(fields).toBeGreaterThan(1000);
    expect(lossOf(losses, 'MULTILEADER')).toBe('15 approximated, 0 dropped');
  });
});
