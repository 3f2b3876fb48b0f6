import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { engine } from '../../../engines/hash/engine.ts';
import { HASH_TARGETS } from '../../../engines/hash/targets.ts';
import vectors from '../../../fixtures/hash/vectors.json' with { type: 'json' };
import { parseAllowList } from '../../../src/files/fetch/address-guard.ts';
import type { WarningCode } from '../../../src/task/codes.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { OptionValues } from '../../../src/task/types.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { longInput, temporaryFolder } from './support.ts';
import { has, output } from './support-programs.ts';

const folder = await temporaryFolder();
const abc = await folder.file('abc.bin', 'abc');
const empty = await folder.file('empty', '');
const password = await folder.file('password.txt', 'pässwö\r\n');

interface Converted {
  /** The whole output, including the newline. */
  text: string;
  name: string;
  contentType: string;
  extension: string;
  warnings: WarningCode[];
  messages: string[];
  progress: number[];
}

async function convert(
  target: string,
  path: string,
  options: OptionValues = {},
  signal = new AbortController().signal,
  onProgress: (percent: number) => void = () => {},
): Promise<Converted> {
  const workFolder = await mkdtemp(join(folder.path, 'work-'));
  const seen: Pick<Converted, 'warnings' | 'messages' | 'progress'> = { warnings: [], messages: [], progress: [] };
  const refuse = (): never => {
    throw new Error('the hash engine runs no native program');
  };
  const context: WorkContext = {
    workFolder,
    signal,
    allowedAddresses: parseAllowList(),
    progress(percent) {
      seen.progress.push(percent);
      onProgress(percent);
    },
    warn(code, message) {
      seen.warnings.push(code);
      seen.messages.push(message);
    },
    run: refuse,
    pipe: refuse,
  };
  const input = {
    id: 'input',
    path,
    filename: basename(path),
    size: (await stat(path)).size,
    format: null,
    decryptPassword: null,
  };
  const outputs = await engine.convert({ target, options, inputs: [input] }, context);
  expect(outputs).toHaveLength(1);
  const [file] = outputs;
  if (!file) throw new Error('no output');
  expect(file.path.startsWith(`${workFolder}/`)).toBe(true);
  return {
    ...seen,
    text: await readFile(file.path, 'utf8'),
    name: basename(file.path),
    contentType: file.contentType,
    extension: file.extension,
  };
}

describe('digest targets', () => {
  const plain: Record<string, string> = {
    haval128: 'haval128,3',
    tiger128: 'tiger128,3',
    tiger160: 'tiger160,3',
    tiger192: 'tiger192,3',
    'tiger128-calculator': 'tiger128,3',
    'tiger128-converter': 'tiger128,3',
    'sha512-256': 'sha512/256',
  };
  const others = ['apache-htpasswd', 'blowfish', 'std-des', 'verify'];
  const digests: Record<string, { abc: string; empty: string; long: string }> = vectors.digests;

  it('are all 38 of the catalog, the password targets and verify included', () => {
    expect(HASH_TARGETS).toHaveLength(38);
  });

  it.each(HASH_TARGETS.filter((target) => !others.includes(target)))('%s writes one line of hex', async (target) => {
    const algorithm = plain[target] ?? target;
    const converted = await convert(target, abc);
    expect(converted.text).toBe(`${digests[algorithm]?.abc}\n`);
    expect(converted.contentType).toBe('text/plain');
    expect(converted.extension).toBe(target.startsWith('tiger128') ? 'tiger128' : target);
    expect(converted.warnings).toEqual([]);
    expect((await convert(target, empty)).text).toBe(`${digests[algorithm]?.empty}\n`);
  });

  it.each([
    ['haval128', 3],
    ['haval128', 4],
    ['haval128', 5],
    ['tiger128', 3],
    ['tiger128', 4],
    ['tiger160', 3],
    ['tiger160', 4],
    ['tiger192', 3],
    ['tiger192', 4],
  ])('%s honours rounds %i', async (target, rounds) => {
    expect((await convert(target, abc, { rounds })).text).toBe(`${digests[`${target},${rounds}`]?.abc}\n`);
  });

  it('refuses rounds that do not exist, with what is allowed', async () => {
    await expect(convert('tiger192', abc, { rounds: 5 })).rejects.toMatchObject({
      code: 'option_invalid',
      message: 'The option "rounds" of tiger192 is 5; it can be 3 or 4.',
      details: { option: 'rounds', allowed: [3, 4] },
    });
  });

  it.each(Object.entries(vectors.hmacs))('%s honours hmac', async (algorithm, entries) => {
    const [target = '', rounds] = algorithm.replace('/', '-').split(',');
    for (const entry of entries.slice(1, 4)) {
      const options = { hmac: entry.key, ...(rounds === undefined ? {} : { rounds: Number(rounds) }) };
      expect((await convert(target, abc, options)).text).toBe(`${entry.abc}\n`);
    }
  });

  it('makes the plain digest for an empty hmac and says so', async () => {
    const converted = await convert('md5', abc, { hmac: '' });
    expect(converted.text).toBe(`${vectors.digests.md5.abc}\n`);
    expect(converted.warnings).toEqual(['option_no_effect']);
  });

  it('reports progress that rises to 100', async () => {
    const path = await folder.file('long.bin', Buffer.concat(Array.from({ length: 30 }, longInput)));
    const { progress } = await convert('sha1', path);
    expect(progress.length).toBeGreaterThan(10);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
    expect(progress.at(-1)).toBe(100);
  });

  it('stops when the task is canceled, and the next conversion works', async () => {
    const path = await folder.file('slow.bin', Buffer.concat(Array.from({ length: 20 }, longInput)));
    const stop = new AbortController();
    const slow = convert('snefru', path, {}, stop.signal, () => stop.abort());
    await expect(slow).rejects.toMatchObject({ code: 'conversion_canceled' });
    expect((await convert('snefru', abc)).text).toBe(`${vectors.digests.snefru.abc}\n`);
  });

  it('computes several at once', async () => {
    const targets = ['md5', 'sha1', 'gost', 'whirlpool', 'crc32', 'ripemd128'] as const;
    const texts = await Promise.all(targets.map(async (target) => (await convert(target, abc)).text));
    expect(texts).toEqual(targets.map((target) => `${vectors.digests[target].abc}\n`));
  });
});

describe.runIf(has('php') && has('openssl'))('password targets, checked by other programs', () => {
  // Other programs check a password against a line: they make the line again with its salt.
  const again: Record<string, (text: string, line: string) => string> = {
    blowfish: (text, line) => output('php', ['-r', 'echo crypt($argv[1], $argv[2]);', text, line]),
    'std-des': (text, line) => output('php', ['-r', 'echo crypt($argv[1], $argv[2]);', text, line]),
    'apache-htpasswd': (text, line) =>
      output('openssl', ['passwd', '-apr1', '-salt', line.split('$')[2] ?? '', '-stdin'], `${text}\n`),
  };

  it.each(Object.keys(again))('%s without a salt takes a random one', async (target) => {
    const lines = [(await convert(target, password)).text, (await convert(target, password)).text];
    expect(lines[0]).not.toBe(lines[1]);
    for (const line of lines) {
      expect(line).toMatch(/^[^\n]+\n$/);
      expect(again[target]?.('pässwö', line.trim())).toBe(line.trim());
      expect(again[target]?.('passwort', line.trim())).not.toBe(line.trim());
    }
  });

  it.each([
    ['blowfish', 'abcdefghijklmnopqrstuuXYZ', { rounds: 4 }],
    ['std-des', 'abc', {}],
    ['apache-htpasswd', 'saltsaltmore', {}],
  ])('%s uses the start of a longer salt and says so', async (target, salt, options) => {
    const longer = await convert(target, password, { ...options, salt });
    expect(longer.warnings).toEqual(['option_adjusted']);
    expect(again[target]?.('pässwö', longer.text.trim())).toBe(longer.text.trim());
    expect(longer.text).toContain(salt.slice(0, target === 'std-des' ? 2 : 8));
  });

  it.each([
    ['std-des', '123456789', '12345678'],
    ['blowfish', 'x'.repeat(73), 'x'.repeat(72)],
  ])('%s says that it ignores the end of a long password', async (target, long, used) => {
    const path = await folder.file('long-password', long);
    const converted = await convert(target, path, target === 'blowfish' ? { rounds: 4 } : {});
    expect(converted.warnings).toEqual(['output_limited']);
    expect(again[target]?.(used, converted.text.trim())).toBe(converted.text.trim());
    expect(converted.messages.join()).not.toContain(used);
  });

  it('takes the text of an empty file for an empty password', async () => {
    const { text } = await convert('blowfish', empty, { rounds: 4 });
    expect(again.blowfish?.('', text.trim())).toBe(text.trim());
  });

  it('leaves out a byte order mark and says so', async () => {
    const path = await folder.file('bom', '\uFEFFpassword\n');
    const converted = await convert('std-des', path, { salt: 'ab' });
    expect(converted.text).toBe(`${again['std-des']?.('password', 'ab')}\n`);
    expect(converted.warnings).toEqual(['output_limited']);
  });

  it('strips one newline at the end and no more, and says that several lines are one password', async () => {
    const path = await folder.file('lines', 'one\n\n');
    const converted = await convert('std-des', path, { salt: 'ab' });
    expect(converted.text).toBe(`${again['std-des']?.('one\n', 'ab')}\n`);
    expect(converted.warnings).toEqual(['output_limited']);
  });
});

describe('password targets', () => {
  it('blowfish has cost 10 by default and the cost of rounds otherwise', async () => {
    expect((await convert('blowfish', password)).text).toMatch(/^\$2y\$10\$[./0-9A-Za-z]{53}\n$/);
    expect((await convert('blowfish', password, { rounds: 5 })).text).toMatch(/^\$2y\$05\$/);
  });

  it('blowfish raises a cost under 4 to 4 and says so', async () => {
    const converted = await convert('blowfish', password, { rounds: 1 });
    expect(converted.text).toMatch(/^\$2y\$04\$/);
    expect(converted.warnings).toEqual(['option_adjusted']);
  });

  it.each([
    ['blowfish', 'tooshort'],
    ['blowfish', '$2y$04$abcdefghijklmnopqrstuu'],
    ['blowfish', 'abcdefghijklmnopqrst!u'],
    ['std-des', 'a'],
    ['std-des', 'a:'],
    ['std-des', '_J9..rasm'],
    ['apache-htpasswd', '$apr1$salt$'],
    ['apache-htpasswd', 'sälz'],
  ])('%s refuses the salt %s', async (target, salt) => {
    const error = await convert(target, password, { salt }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConversionError);
    expect(error).toMatchObject({ code: 'option_invalid', details: { option: 'salt' } });
  });

  it('an empty salt means a random one', async () => {
    const [one, other] = [
      await convert('blowfish', password, { salt: '' }),
      await convert('blowfish', password, { salt: '' }),
    ];
    expect(one.text).not.toBe(other.text);
    expect(one.warnings).toEqual([]);
  });

  it('a high cost does not hold up this process', async () => {
    // Processor time of this thread; a digest with so high a cost takes more than a second.
    const computed = async (rounds: number) => {
      const before = process.threadCpuUsage();
      await convert('blowfish', password, { rounds });
      const { user, system } = process.threadCpuUsage(before);
      return (user + system) / 1000;
    };
    await computed(4);
    expect(await computed(14)).toBeLessThan((await computed(4)) + 300);
  });

  it('refuses NUL bytes', async () => {
    const path = await folder.file('utf16', Buffer.from('password', 'utf16le'));
    await expect(convert('blowfish', path)).rejects.toMatchObject({ code: 'input_wrong_type' });
  });

  it('refuses a file that is too large for a password', async () => {
    const path = await folder.file('large', 'x'.repeat(4097));
    await expect(convert('apache-htpasswd', path)).rejects.toMatchObject({ code: 'input_too_large' });
    const largest = await folder.file('largest', 'x'.repeat(4096));
    expect((await convert('apache-htpasswd', largest)).text).toMatch(/^\$apr1\$/);
  });
});

describe('the engine', () => {
  it('names its programs with their versions', async () => {
    const programs = await engine.describe();
    expect(programs.map(({ name }) => name)).toEqual(['node', 'hash-wasm', 'apache-md5', 'unix-crypt-td-js']);
    for (const { version } of programs) expect(version).toMatch(/^\d+\.\d+\.\d+/);
  });

  it('takes each input for itself, empty ones too', () => {
    expect(engine.combinesInputs({ target: 'md5', options: {} })).toBe(false);
    expect(engine.acceptsEmptyInput).toBe(true);
  });
});
