import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConversionError } from '../../../src/task/errors.ts';
import { identifyDrawing } from '../../../tools/formats/dwg/identify.ts';
import { refuseEndlessMap2004, refuseEndlessMap2007 } from '../../../tools/formats/dwg/patches/dwg-section-maps.ts';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { sample } from '../../support/sample.ts';
import { patience } from '../../support/slowness.ts';
import { convert, fixture, localInput, readByEzdxf } from './support.ts';

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cad-hostile'));
});

afterAll(() => scratch.remove());

/** Makes a file and converts it. @returns the code of the error, or `completed` */
async function outcome(name: string, content: string | Uint8Array, options = {}): Promise<string> {
  const path = scratch.path(name);
  await writeFile(path, content);
  try {
    await convert(scratch.folder, path, 'dxf', options, AbortSignal.timeout(patience(60_000)));
    return 'completed';
  } catch (error) {
    return error instanceof ConversionError ? error.code : String(error);
  }
}

/** Expects that an intact drawing is still converted. */
async function expectNextTaskUnharmed(): Promise<void> {
  const { output } = await convert(scratch.folder, fixture('plan-2018.dwg'), 'dxf', { version: 'AC1032' });
  const [report] = await readByEzdxf([output.path]);
  expect(report).toMatchObject({ version: 'AC1032', errors: [], entities: { MTEXT: 3, HATCH: 2 } });
}

const plan = (name: string): Promise<Buffer> => readFile(fixture(name));

describe('files that end early', () => {
  const DXF = ['plan-2018.dxf', 'plan-2018-binary.dxf', 'plan-r12.dxf', 'plan-r12-binary.dxf'];
  test.each(sample('cut DXF', DXF, 1))('%s', async (name) => {
    const whole = await plan(name);
    for (const part of [0.3, 0.6, 0.9, 0.999]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      expect(await outcome(`cut-${part}-${name}`, cut), `${part} of it`).toBe('input_truncated');
    }
    expect(await outcome(`whole-${name}`, whole)).toBe('completed');
    await expectNextTaskUnharmed();
  });

  test.each(sample('cut DWG', ['plan-r12.dwg', 'plan-2000.dwg', 'plan-2018.dwg'], 1))('%s', async (name) => {
    const whole = await plan(name);
    for (const part of [0.01, 0.3, 0.6, 0.9]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part));
      expect(await outcome(`cut-${part}-${name}`, cut), `${part} of it`).toBe('input_truncated');
    }
    expect(await outcome(`whole-${name}`, whole)).toBe('completed');
    await expectNextTaskUnharmed();
  });
});

describe('drawings with a password', () => {
  test('end as their own error, whether one was given or not', async () => {
    const encrypted = await plan('plan-2018.dwg');
    encrypted[0x18] = 1;
    expect(await outcome('encrypted.dwg', encrypted)).toBe('input_password_needed');
    const input = await localInput(scratch.path('encrypted.dwg'));
    await expect(identifyDrawing({ ...input, decryptPassword: 'x' })).rejects.toMatchObject({
      code: 'option_unsupported',
    });
    // The flag of a signed file, not of an encrypted one.
    encrypted[0x18] = 0x10;
    expect(await outcome('signed.dwg', encrypted)).toBe('completed');
  });
});

describe('files that are no drawings', () => {
  test('a text, an archive, and the magic of a drawing with nothing behind it', async () => {
    expect(await outcome('letter.dxf', 'Dear Sir,\n')).toBe('input_wrong_type');
    expect(await outcome('zip.dwg', Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)]))).toBe(
      'input_wrong_type',
    );
    expect(await outcome('magic.dwg', `AC1032${'\0'.repeat(20)}`)).toBe('input_truncated');
    expect(await outcome('future.dwg', `AC1099${'\0'.repeat(500)}`)).toBe('input_wrong_type');
    expect(await outcome('r12.dwg', `AC1009${'\0'.repeat(500)}`)).toBe('input_damaged');
    expect(await outcome('r10.dwg', `AC1006${'\0'.repeat(500)}`)).toBe('input_wrong_type');
  });

  test('the header of a drawing with noise behind it', async () => {
    for (const name of ['plan-r12.dwg', 'plan-2000.dwg', 'plan-2018.dwg']) {
      const noise = await plan(name);
      for (let index = 0x100; index < noise.length; index++) noise[index] = (index * 2_654_435_761) >>> 13;
      expect(await outcome(`noise-${name}`, noise)).toBe('input_damaged');
    }
    await expectNextTaskUnharmed();
  });

  test('flipped bits end in a result or a documented error', async () => {
    const whole = await plan('plan-2018.dwg');
    const seeds = Array.from({ length: 12 }, (_, index) => index + 1);
    for (const seed of sample('flipped bits', seeds, 3)) {
      const changed = Buffer.from(whole);
      for (let at = 0x180 + seed * 37; at < changed.length; at += 997 * seed)
        changed[at] = (changed[at] ?? 0) ^ (1 << (seed % 8));
      expect(['completed', 'input_damaged', 'input_truncated', 'conversion_failed']).toContain(
        await outcome(`flipped-${seed}.dwg`, changed),
      );
    }
    await expectNextTaskUnharmed();
  });
});

describe('absurd claims', () => {
  test('a section whose page begins 2^56 bytes behind its place', async () => {
    const changed = await plan('plan-2018.dwg');
    changed[15_694] = 1;
    expect(await outcome('distant-page.dwg', changed)).toBe('input_damaged');
    await expectNextTaskUnharmed();
  });

  test('names, gaps and counts in a map of sections that would never end', () => {
    const map2004 = (pageBytes: number, offset: bigint): Uint8Array => {
      const map = Buffer.alloc(20 + 96 + 16);
      map.writeInt32LE(1, 0);
      map.writeInt32LE(1, 20 + 8);
      map.writeInt32LE(pageBytes, 20 + 12);
      map.writeBigUInt64LE(offset, 20 + 96 + 8);
      return map;
    };
    expect(() => refuseEndlessMap2004(map2004(0x7400, 0n))).not.toThrow();
    expect(() => refuseEndlessMap2004(map2004(0x7400, 0x7400n * 10_000n))).not.toThrow();
    expect(() => refuseEndlessMap2004(map2004(0x7400, 0x7400n * 10_001n))).toThrow(RangeError);
    expect(() => refuseEndlessMap2004(map2004(0, 1n))).toThrow(RangeError);
    expect(() => refuseEndlessMap2004(map2004(-1, 1n))).toThrow(RangeError);

    const map2007 = (nameBytes: bigint, pages: bigint): Uint8Array => {
      const map = Buffer.alloc(64 + 10 + 56);
      map.writeBigUInt64LE(nameBytes, 32);
      map.writeBigUInt64LE(pages, 56);
      return map;
    };
    expect(() => refuseEndlessMap2007(map2007(10n, 1n))).not.toThrow();
    expect(() => refuseEndlessMap2007(map2007(10n, 2n))).toThrow(RangeError);
    expect(() => refuseEndlessMap2007(map2007(2n ** 60n, 1n))).toThrow(RangeError);
  });

  const drawing = (entities: string, blocks = ''): string =>
    `0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n0\nENDSEC\n0\nSECTION\n2\nBLOCKS\n${blocks}0\nENDSEC\n0\nSECTION\n2\nENTITIES\n${entities}0\nENDSEC\n0\nEOF\n`;
  const line = '0\nLINE\n8\n0\n10\n0\n20\n0\n11\n5\n21\n5\n';

  test('the control: a drawing of a line', async () => {
    expect(await outcome('line.dxf', drawing(line))).toBe('completed');
  });

  test('a billion vertices, pattern lines and boundary points that are not there', async () => {
    const polyline = '0\nLWPOLYLINE\n100\nAcDbEntity\n8\n0\n100\nAcDbPolyline\n90\n1000000000\n70\n0\n10\n1\n20\n1\n';
    const hatch =
      '0\nHATCH\n100\nAcDbEntity\n8\n0\n100\nAcDbHatch\n2\nX\n70\n0\n78\n1000000000\n53\n45\n43\n0\n44\n0\n45\n1\n46\n1\n79\n0\n98\n0\n';
    expect(await outcome('vertices.dxf', drawing(polyline))).toBe('completed');
    expect(await outcome('lines.dxf', drawing(hatch))).toBe('completed');
    const boundary =
      '0\nHATCH\n100\nAcDbEntity\n8\n0\n100\nAcDbHatch\n91\n1\n92\n2\n72\n0\n73\n1\n93\n1000000000\n10\n0\n';
    expect(await outcome('points.dxf', drawing(boundary))).toBe('input_truncated');
    await expectNextTaskUnharmed();
  });

  test('a block that holds itself, and blocks in blocks without end', async () => {
    const self = `0\nBLOCK\n8\n0\n2\nA\n70\n0\n10\n0\n20\n0\n0\nINSERT\n8\n0\n2\nA\n10\n0\n20\n0\n0\nENDBLK\n`;
    expect(await outcome('self.dxf', drawing(line, self))).toBe('completed');
    expect(await outcome('self-r12.dxf', drawing(line, self), { version: 'AC1009' })).toBe('completed');
    const depth = 3000;
    const nested = Array.from(
      { length: depth },
      (_, index) =>
        `0\nBLOCK\n8\n0\n2\nB${index}\n70\n0\n10\n0\n20\n0\n0\nINSERT\n8\n0\n2\nB${index + 1}\n10\n0\n20\n0\n0\nENDBLK\n`,
    ).join('');
    expect(await outcome('nested.dxf', drawing(line, nested), { version: 'AC1015' })).toBe('completed');
    await expectNextTaskUnharmed();
  });
});
