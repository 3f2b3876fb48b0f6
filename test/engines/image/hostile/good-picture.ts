import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { expect } from 'vitest';
import { CONVERT } from '../../../support/imagemagick.ts';
import { convertPicture, type Told } from './task.ts';

/** A sound picture, converted before the attacks and after each: nothing of them may be left. */
export interface GoodPicture {
  /** Converts it once more, and expects the same bytes as at first. */
  expectUnharmed(): Promise<void>;
}

export async function goodPicture(folder: string): Promise<GoodPicture> {
  const path = `${folder}/good.png`;
  await execa(CONVERT, ['-size', '64x48', 'gradient:red-blue', '-depth', '8', path]);
  const convert = async (): Promise<Buffer> => {
    const told = await convertPicture(path, 'bmp', folder, { options: { width: 32 } });
    expect(told.code, told.log).toBeNull();
    return readFile(told.outputs[0] ?? '');
  };
  const first = await convert();
  return {
    async expectUnharmed() {
      expect((await convert()).equals(first)).toBe(true);
    },
  };
}

/** What no message to a user may hold: where files lie, how the code is called, what libraries say. */
const INSIDES = /\n\s+at |\/tmp\/|node_modules|convert-im|libvips/;

/** It ended with one of these codes, and told nothing of its insides. */
export function expectRefused(told: Told, codes: readonly string[]): void {
  expect(codes, `${told.code}: ${told.log}`).toContain(told.code);
  expect(told.outputs).toEqual([]);
  for (const { message } of [...told.report.errors, ...told.report.warnings]) expect(message).not.toMatch(INSIDES);
}
