import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConversionError } from '../../../../src/task/errors.ts';
import { closeBookPools } from '../../../../tools/programs/calibre/pool.ts';
import { leaks, SECRET_PICTURE, SECRET_TEXT } from '../../document/hostile/leaks.ts';
import { type Listener, listen } from '../../document/hostile/listener.ts';
import { Bench } from '../support.ts';

/** A book of attacks.py. */
interface Attack {
  readonly name: string;
  readonly path: string;
}

let bench: Bench;
let secrets: string;
let listener: Listener;
let attacks: readonly Attack[];

beforeAll(async () => {
  bench = await Bench.make();
  secrets = bench.path('secrets');
  const folder = bench.path('attacks');
  await Promise.all([mkdir(secrets), mkdir(folder)]);
  await writeFile(join(secrets, 'secret.txt'), SECRET_TEXT);
  await writeFile(join(secrets, 'secret.html'), `<html><body><p>${SECRET_TEXT}</p></body></html>`);
  await writeFile(join(secrets, 'secret.css'), `p { font-family: ${SECRET_TEXT} }`);
  await writeFile(join(secrets, 'secret.png'), SECRET_PICTURE);
  listener = await listen(secrets);
  const script = fileURLToPath(new URL('./attacks.py', import.meta.url));
  const { stdout } = await execa('/usr/bin/python3', ['-B', script, folder, secrets, listener.url]);
  attacks = JSON.parse(stdout);
});
afterAll(async () => {
  await closeBookPools();
  await listener.close();
  await bench.remove();
});

const named = (name: string): Attack => {
  const found = attacks.find((attack) => attack.name === name);
  if (found === undefined) throw new Error(`no attack ${name}`);
  return found;
};

/** What came of it: `leaks`, `clean`, or the code of the error it ended with. */
async function attack({ name, path }: Attack, target: string): Promise<string> {
  try {
    const made = await bench.convert(path, { target });
    const message = JSON.stringify(made.warnings);
    return (await leaks({ name, files: [made.path], message, log: '', code: null })) ? 'leaks' : 'clean';
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error;
    return `${error.message} ${error.log}`.includes(SECRET_TEXT) ? 'leaks' : error.code;
  }
}

describe('a book cannot bring in a file that it was not given', () => {
  it.each(['epub', 'pdf'])('into %s, nor ask for one in the network', async (target) => {
    // Chromium is asked where it has most to go by.
    const tried = target === 'epub' ? attacks : attacks.filter(({ name }) => /^html|^epub/.test(name));
    const outcomes = new Map<string, string>();
    for (const each of tried) outcomes.set(each.name, await attack(each, target));
    const others = [...outcomes].filter(([, outcome]) => outcome !== 'clean');
    for (const [name, outcome] of others) expect([name, outcome]).toEqual([name, 'input_damaged']);
    // Most are read and written: what they name is not there, or not to be had.
    expect(others.length).toBeLessThan(outcomes.size / 5);
    expect(listener.connections()).toBe(0);
    expect(await readdir(secrets)).toHaveLength(4);
  });

  it.each(['html page path', 'html page up', 'htmlz links path', 'md marks up', 'textile marks path'])(
    'though calibre alone brings it in: %s (control)',
    async (name) => {
      const path = bench.path(`control-${name.replaceAll(' ', '-')}.epub`);
      await execa('ebook-convert', [named(name).path, path]);
      expect(await leaks({ name, files: [path], message: '', log: '', code: null })).toBe(true);
    },
  );

  it('and the server was there to be asked (control)', async () => {
    const answer = await fetch(`${listener.url}control/secret.txt`);
    expect(await answer.text()).toBe(SECRET_TEXT);
  });
});
