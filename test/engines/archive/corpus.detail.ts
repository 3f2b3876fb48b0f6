import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../../src/task/codes.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { convert, makeScratch, onlyOutput, python, type Scratch } from './support.ts';

/** Real archives, many of them malformed on purpose; see the README. Without the folder there is nothing to run on. */
const FOLDER = process.env.CORPORA_DIR === undefined ? null : join(process.env.CORPORA_DIR, 'archive');

describe.skipIf(FOLDER === null)('every archive of the corpus (CORPORA_DIR)', () => {
  let scratch: Scratch;

  beforeAll(async () => {
    scratch = await makeScratch();
  });

  afterAll(() => scratch.remove());

  it('becomes a valid zip or fails with a documented code', async () => {
    const outcomes = new Map<string, number>();
    const folder = FOLDER ?? '';
    for (const name of readdirSync(folder).sort()) {
      const outcome = await outcomeOf(join(folder, name));
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      expect(outcome, name).not.toBe('internal');
      expect([...Object.keys(ERROR_CODES), 'converted'], name).toContain(outcome);
    }
    console.info(Object.fromEntries([...outcomes].sort(([, a], [, b]) => b - a)));
    expect(outcomes.get('converted')).toBeGreaterThan(0);
  });

  it.each([
    ['test_read_format_rar5_encrypted_filenames.rar', 'password'],
    ['test_read_format_rar5_solid_encrypted.rar', 'password'],
    ['test_read_format_rar_encryption_header.rar', '12345678'],
    ['test_read_format_7zip_encryption.7z', '12345678'],
    ['test_read_format_zip_winzip_aes256_large.zip', 'password'],
  ])('%s opens with its password alone', async (name, password) => {
    const path = join(FOLDER ?? '', name);
    expect(await outcomeOf(path)).toBe('input_password_needed');
    expect(await outcomeOf(path, 'not it')).toBe('input_password_wrong');
    expect(await outcomeOf(path, password)).toBe('converted');
  });

  async function outcomeOf(path: string, password?: string): Promise<string> {
    const input = password === undefined ? { path } : { path, password };
    try {
      const zip = onlyOutput(await convert(scratch, [input], { target: 'zip' }));
      const script = 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), len(z.namelist()) > 0)';
      expect(await python(script, zip), path).toBe('None True');
      return 'converted';
    } catch (error) {
      if (error instanceof ConversionError) return error.code;
      throw error;
    }
  }
});
