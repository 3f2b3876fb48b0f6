import { readFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listEntries, validateConversion } from '../../../src/catalog/index.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/options/common.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import { effectOf, type Trace, valueToTry } from '../../support/option-effect.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { convert, makeScratch, python, type Scratch } from './support.ts';

let scratch: Scratch;
let source: string;

/** A zip with a Cyrillic name in an unstated encoding, and text that compresses differently at each level. */
const SOURCE = `
import sys, zipfile, random
random.seed(1)
words = [bytes(random.choices(b"abcdefgh", k=random.randint(2, 9))) for _ in range(400)]
class Info(zipfile.ZipInfo):
    def _encodeFilenameFlags(self):
        return "\\u041f\\u0440\\u0438\\u0432\\u0435\\u0442.txt".encode("cp866"), 0
with zipfile.ZipFile(sys.argv[1], "w") as zipped:
    zipped.writestr(Info("x.txt"), b" ".join(random.choices(words, k=60000)))
    zipped.writestr("noise.bin", random.randbytes(200000))
`;

beforeAll(async () => {
  scratch = await makeScratch();
  source = scratch.path('source.zip');
  await python(SOURCE, source);
});

afterAll(() => scratch.remove());

const BESIDE: Readonly<Record<string, OptionValues>> = { encrypt_names: { encrypt_password: 'secret' } };
const VALUES: OptionValues = { volume_size: '65536', filename_encoding: 'koi8_r', encrypt_password: 'secret' };

/** Describes the result. Encrypted data differs each time, so only its size and whether its names are readable count. */
async function traceOf(target: string, options: OptionValues): Promise<Trace> {
  try {
    const valid = validateConversion({ category: 'archive', target, options });
    const { outputs, warnings } = await convert(scratch, [{ path: source }], { target, options: valid.options });
    const files = await Promise.all(outputs.map(({ path }) => readFile(path)));
    const shown =
      options.encrypt_password === undefined ? files.map((file) => file.toString('base64')) : [await namesIn(outputs)];
    const details = (warnings as readonly { details?: Record<string, unknown> }[]).map((each) => each.details?.option);
    return {
      done: shown.join('|'),
      warned: [...details, ...valid.warnings.map((each) => each.details?.option)].map(String),
    };
  } catch (error) {
    if (error instanceof ConversionError) return { done: '', warned: [], refused: String(error.details.option) };
    throw error;
  }
}

/** Returns the names that are readable without the password. */
async function namesIn([first]: readonly { readonly path: string }[]): Promise<string> {
  const { stdout } = await execa(DEBIAN_7ZIP, ['l', '-ba', '-pwrong', first?.path ?? ''], { reject: false });
  return `encrypted, names ${stdout.includes('noise.bin') ? 'shown' : 'hidden'}`;
}

describe.each(listEntries({ category: 'archive' }))('$target', ({ target, options }) => {
  it('does what each option says, warns or refuses', async () => {
    for (const [option, definition] of Object.entries(options)) {
      // The runner opens inputs by their password.
      if (Object.hasOwn(COMMON_OPTIONS, option) || option === 'password') continue;
      const beside = BESIDE[option] ?? {};
      const value = VALUES[option] ?? valueToTry(definition);
      const [without, given] = [await traceOf(target, beside), await traceOf(target, { ...beside, [option]: value })];
      expect(effectOf(option, without, given), `${option}=${value}`).not.toBe('nothing');
    }
    expect(effectOf('compression_level', await traceOf(target, {}), await traceOf(target, {}))).toBe('nothing');
  });
});
