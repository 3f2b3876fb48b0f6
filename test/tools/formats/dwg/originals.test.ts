import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { applyPatches, removePatches } from '../../../../tools/formats/dwg/patches/apply.ts';
import { ACAD_TS_VERSION, ORIGINALS } from '../../../../tools/formats/dwg/patches/originals.ts';
import { replaceMethod } from '../../../../tools/formats/dwg/patches/replace.ts';

beforeAll(() => removePatches());

describe('patches of acad-ts', () => {
  it('are for the version that is installed', () => {
    const entry = fileURLToPath(import.meta.resolve('@node-projects/acad-ts'));
    const { version } = JSON.parse(readFileSync(entry.replace(/dist\/index\.js$/, 'package.json'), 'utf8'));
    expect(ACAD_TS_VERSION).toBe(version);
  });

  it('replace the functions that they were written for, and are undone', () => {
    applyPatches();
    removePatches();
    expect(Object.keys(ORIGINALS).length).toBeGreaterThan(50);
  });

  it('refuse a function with another source, and say which', () => {
    // Has the name of the acad-ts class with a patched function of this name.
    class DxfTextReader {
      readStringLine(): string {
        return 'of another version';
      }
    }
    const original = DxfTextReader.prototype.readStringLine;
    const patch = () => replaceMethod(DxfTextReader.prototype, 'readStringLine', () => () => 'patched');
    expect(patch).toThrow(/^DxfTextReader#readStringLine of acad-ts is not the function .* digest is [0-9a-f]{16}/);
    expect(DxfTextReader.prototype.readStringLine).toBe(original);
  });

  it('refuse a function without a digest, and one that is gone', () => {
    class Line {
      move(): void {}
    }
    expect(() => replaceMethod(Line.prototype, 'move', (move) => move)).toThrow('Line#move of acad-ts is not');
    expect(() => replaceMethod(Line.prototype, 'turn', (turn) => turn)).toThrow('acad-ts has no Line#turn to patch');
  });
});
