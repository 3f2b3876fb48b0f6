import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DwgLZ77AC21Decompressor, type Entity, MultiLeader } from '@node-projects/acad-ts';
import { describe, expect, it } from 'vitest';
import { dropUnwritable } from '../../../../../engines/cad/unwritable.ts';
import { repairDocument } from '../../../../../tools/formats/dwg/patches/document.ts';
import {
  firstSeed,
  mirroredCrc,
  normalCrc,
  secondSeed,
} from '../../../../../tools/formats/dwg/versions/dwg-ac1021/crc64.ts';
import { dwgAsR2007 } from '../../../../../tools/formats/dwg/versions/dwg-ac1021/dwg-r2007.ts';
import { compress } from '../../../../../tools/formats/dwg/versions/dwg-ac1021/lz77.ts';
import { pageChecksum } from '../../../../../tools/formats/dwg/versions/dwg-ac1021/pages.ts';
import { DATA_CODE, parityOf, SYSTEM_CODE } from '../../../../../tools/formats/dwg/versions/dwg-ac1021/reed-solomon.ts';
import fc from '../../../../support/fast-check.ts';
import { corpusFolder, documentOf, makeDrawing, observed, onLayer, readBy, useFolder } from './support.ts';

const folder = useFolder();

describe('compression', () => {
  const decompressed = (data: Uint8Array, size: number): Uint8Array => {
    const result = new Uint8Array(size);
    DwgLZ77AC21Decompressor.decompress(data, 0, data.length, result);
    return result;
  };

  it.each([8, 9, 22, 23, 31, 32, 33, 63, 277, 278, 279, 280, 70_000])('keeps %i bytes without repetition', (size) => {
    const data = Uint8Array.from({ length: size }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> 24);
    expect(decompressed(compress(data), size)).toEqual(data);
  });

  it('keeps any bytes, of few values and many', () => {
    const some = (max: number) => fc.uint8Array({ minLength: 8, maxLength: 3000, max });
    fc.assert(
      fc.property(fc.oneof(some(1), some(3), some(255)), (data) => {
        expect(decompressed(compress(data), data.length)).toEqual(data);
      }),
      { numRuns: 300 },
    );
  });

  it('makes what repeats shorter', () => {
    const data = Buffer.from('the same again and '.repeat(500));
    const compressed = compress(data);
    expect(compressed.length).toBeLessThan(data.length / 20);
    expect(Buffer.from(decompressed(compressed, data.length))).toEqual(data);
  });
});

describe.skipIf(corpusFolder === null)("check sums, on AutoCAD's own file (CORPORA_DIR)", () => {
  const HEADER = 0x80;
  const file = corpusFolder === null ? Buffer.alloc(0x1000) : readFileSync(join(corpusFolder, 'sample_AC1021.dwg'));
  const page = file.subarray(HEADER, HEADER + 0x400);
  const block = (index: number) => Uint8Array.from({ length: 239 }, (_, i) => page[i * 3 + index] ?? 0);
  const header = Buffer.concat([block(0), block(1), block(2)]);

  it('Reed-Solomon parity of each block of the header', () => {
    const parity = parityOf(SYSTEM_CODE);
    for (const index of [0, 1, 2]) {
      const stored = Array.from({ length: 16 }, (_, i) => page[(239 + i) * 3 + index]);
      expect([...parity(block(index))]).toEqual(stored);
    }
  });

  it('the sums over the compressed header, the header and the check sequence', () => {
    const size = header.readInt32LE(24);
    const compressed = header.subarray(32, 32 + size);
    expect(normalCrc(compressed, secondSeed(0n, size))).toBe(header.readBigUInt64LE(16));
    const plain = Buffer.alloc(0x110);
    DwgLZ77AC21Decompressor.decompress(compressed, 0, size, plain);
    const stored = plain.readBigUInt64LE(0x108);
    plain.fill(0, 0x108);
    expect(normalCrc(plain, secondSeed(0n, plain.length))).toBe(stored);
    const key = header.readBigUInt64LE(8);
    const shift = key & 0x1fn;
    const sequence = Buffer.alloc(16);
    sequence.writeBigUInt64LE(key, 0);
    sequence.writeBigUInt64LE(BigInt.asUintN(64, (key << shift) | (key >> (64n - shift))), 8);
    expect(normalCrc(sequence, firstSeed(0n, 16))).toBe(header.readBigUInt64LE(0));
  });

  it('sums and parity of a page that is not compressed', () => {
    // AcDb:SummaryInfo: 0x4c bytes at 0x800 after the headers, as the section map of this file says.
    const data = file.subarray(0xc80, 0xc80 + 0x4c);
    expect(pageChecksum(data)).toBe(0x1b81d5f0);
    expect(mirroredCrc(data, firstSeed(0n, data.length))).toBe(0x50c203a89028f4c4n);
  });

  it('parity of a page of objects', () => {
    // The first page of AcDb:AcDbObjects: 85 blocks, one byte of each in turn.
    const at = 0x480 + 0xc940;
    const blocks = 85;
    const data = Uint8Array.from({ length: 251 }, (_, i) => file[at + i * blocks] ?? 0);
    const stored = Array.from({ length: 4 }, (_, i) => file[at + (251 + i) * blocks]);
    expect([...parityOf(DATA_CODE)(data)]).toEqual(stored);
  });
});

async function written(source: string, leftOut?: typeof Entity): Promise<string> {
  const document = await documentOf(source);
  for (const entity of [...(document.modelSpace?.entities ?? [])]) {
    if (leftOut !== undefined && entity instanceof leftOut) document.modelSpace?.entities.remove(entity);
  }
  dropUnwritable(document, 'dwg');
  repairDocument(document);
  const path = join(folder.path, 'r2007.dwg');
  await writeFile(path, dwgAsR2007(document));
  return path;
}

describe('a drawing of 2018 as DWG of 2007', () => {
  it('is read by dwgdxf and LibreDWG, with all its entities where they were', async () => {
    const source = join(folder.path, 'source.dxf');
    await makeDrawing(source);
    // LibreDWG crashes on the MULTILEADER that ezdxf makes; dwgdxf reads it. Those of AutoCAD, below, both read.
    const path = await written(source, MultiLeader);
    const seen = join(folder.path, 'seen.dxf');
    const [first, second] = [await readBy('dwgdxf', path, seen), await readBy('libredwg', path)];
    expect([first.version, second.version]).toEqual(['AC1021', 'AC1021']);
    for (const type of ['LINE', 'CIRCLE', 'LWPOLYLINE', 'HATCH', 'SPLINE', 'ELLIPSE', 'MTEXT', 'INSERT']) {
      expect([type, first.entities[type]]).toEqual([type, expect.any(Number)]);
      expect([type, second.entities[type]]).toEqual([type, first.entities[type]]);
    }
    const report = await observed(seen, source);
    // Not TILTEDPOLYLINE: dwgdxf misreads the extrusion of an LWPOLYLINE since 2000, which LibreDWG reads.
    expect(report.errors).toEqual([]);
    for (const layer of ['LINE', 'LWPOLYLINE', 'SPLINE', 'FITSPLINE', 'ELLIPSE', 'INSERT', 'DIMENSION']) {
      expect([layer, Math.round((onLayer(report, layer).distance ?? 1) * 1e6)]).toEqual([layer, 0]);
    }
    expect(onLayer(report, 'TEXT').texts).toEqual(['über 日本']);
    expect(report.layerNames).toContain('Ebene mit Leerzeichen und Ümläuten 2');
  });

  it('is the same file each time', async () => {
    const source = join(folder.path, 'again.dxf');
    await makeDrawing(source);
    const document = await documentOf(source);
    dropUnwritable(document, 'dwg');
    repairDocument(document);
    expect(Buffer.from(dwgAsR2007(document)).equals(dwgAsR2007(document))).toBe(true);
  });
});

describe.skipIf(corpusFolder === null)("AutoCAD's drawing (CORPORA_DIR) as DWG of 2007", () => {
  it.each(['AC1014.dwg', 'AC1021.dwg', 'AC1032.dwg', 'AC1032_ascii.dxf'])(
    '%s: as many entities as in it',
    async (name) => {
      const path = await written(join(corpusFolder ?? '', `sample_${name}`));
      const [first, second] = [await readBy('dwgdxf', path), await readBy('libredwg', path)];
      const expected = {
        LINE: 98,
        LWPOLYLINE: 23,
        HATCH: 8,
        MTEXT: 36,
        DIMENSION: 11,
        MULTILEADER: 15,
        SPLINE: 2,
        POINT: 40,
      };
      expect(first.entities).toMatchObject(expected);
      expect(second.entities).toMatchObject(expected);
      expect(first.layers.length).toBe(second.layers.length);
    },
  );
});
