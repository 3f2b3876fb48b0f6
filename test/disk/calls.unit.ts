import { createHash } from 'node:crypto';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CALLS, type SmallOutput } from '../../src/disk/calls.ts';

const { find, makeNestedFolder, moveFew, readPart, removeSmallTree, storeSmall, tryNewFile, writeText } = CALLS;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};

describe('storeSmall', () => {
  const order = (changes: Partial<SmallOutput> = {}): SmallOutput => {
    const store = join(folder, 'store');
    mkdirSync(store, { recursive: true });
    const path = write('made.txt', 'what was made');
    const like = tryNewFile(join(store, 'try'));
    return {
      path,
      folder: store,
      isNew: false,
      name: 'out.txt',
      part: '.part',
      most: 100,
      protectedPaths: [],
      like,
      ...changes,
    };
  };

  it('moves a file, with its checksum and the permissions of a new file', () => {
    const asked = order({ like: { uid: process.getuid?.() ?? 0, mode: 0o640 } });
    const checksum = createHash('md5').update('what was made').digest('hex');
    expect(storeSmall(asked)).toMatchObject({ state: 'stored', size: 13, checksum });
    expect(readdirSync(asked.folder)).toEqual(['out.txt']);
    expect(lstatSync(join(asked.folder, 'out.txt')).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(asked.folder, 'out.txt'), 'utf8')).toBe('what was made');
  });

  it('makes the folder, and finds out what a new file gets there', () => {
    const asked = { ...order({ like: null }), folder: join(folder, 'new'), isNew: true };
    const mask = process.umask();
    expect(storeSmall(asked)).toMatchObject({
      state: 'stored',
      like: { uid: process.getuid?.(), mode: 0o666 & ~mask },
    });
    expect(readdirSync(asked.folder)).toEqual(['out.txt']);
    expect(lstatSync(join(asked.folder, 'out.txt')).mode & 0o777).toBe(0o666 & ~mask);
  });

  it('stores in a folder that is there after all, like a new file of that one', () => {
    const asked = order({ isNew: true, like: { uid: process.getuid?.() ?? 0, mode: 0o600 } });
    const mode = 0o666 & ~process.umask();
    expect(storeSmall(asked)).toMatchObject({ state: 'stored', isNew: false, like: { mode } });
    const other = write('other.txt', 'another one');
    const protects = { ...asked, path: other, protectedPaths: ['/some/input'] };
    expect(storeSmall(protects)).toEqual({ state: 'unusual' });
    expect(readFileSync(join(asked.folder, 'out.txt'), 'utf8')).toBe('what was made');
  });

  it('makes the folder above a new one, and leaves a file where it is when there is none above that', () => {
    const asked = order({ isNew: true });
    expect(storeSmall({ ...asked, folder: join(folder, 'none/task/attempt') })).toEqual({ state: 'unusual' });
    expect(readFileSync(asked.path, 'utf8')).toBe('what was made');
    expect(storeSmall({ ...asked, folder: join(folder, 'task/attempt') })).toMatchObject({
      state: 'stored',
      isNew: true,
    });
    expect(readFileSync(join(folder, 'task/attempt/out.txt'), 'utf8')).toBe('what was made');
  });

  it.each<[string, (asked: SmallOutput) => Partial<SmallOutput>]>([
    ['larger than asked', () => ({ most: 12 })],
    ['of another owner', () => ({ like: { uid: (process.getuid?.() ?? 0) + 1, mode: 0o600 } })],
    [
      'with a second name',
      ({ path }) => {
        linkSync(path, join(folder, 'second'));
        return {};
      },
    ],
    ['missing', ({ path }) => ({ path: `${path}.no` })],
  ])('leaves a file where it is that is %s', (_, change) => {
    const asked = order();
    const changed = { ...asked, ...change(asked) };
    const before = readdirSync(folder);
    expect(storeSmall(changed)).toEqual({ state: 'unusual' });
    expect(readdirSync(folder)).toEqual(before);
    expect(readdirSync(asked.folder)).toEqual([]);
  });

  it('refuses a link, and stores nothing', () => {
    const asked = order();
    rmSync(asked.path);
    symlinkSync('/etc/passwd', asked.path);
    expect(() => storeSmall(asked)).toThrow(/ELOOP/);
    expect(readdirSync(asked.folder)).toEqual([]);
  });

  it('leaves what is there where an input may be replaced', () => {
    const asked = order({ protectedPaths: ['/some/input'] });
    writeFileSync(join(asked.folder, 'out.txt'), 'there');
    expect(storeSmall(asked)).toEqual({ state: 'unusual' });
    expect(readFileSync(join(asked.folder, 'out.txt'), 'utf8')).toBe('there');
    expect(storeSmall({ ...asked, protectedPaths: [] })).toMatchObject({ state: 'stored' });
  });
});

describe('readPart', () => {
  const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString();

  it('reads the start or the end, and says how large the file is', () => {
    const path = write('text', '0123456789');
    const [start, end, all] = [readPart(path, 3), readPart(path, -3), readPart(path, 100)];
    expect([start, end, all].map(({ bytes }) => textOf(bytes))).toEqual(['012', '789', '0123456789']);
    expect(start).toMatchObject({ isFile: true, size: 10 });
  });

  it('reads nothing of a folder', () => {
    expect(readPart(folder, 10)).toMatchObject({ isFile: false, bytes: new Uint8Array() });
  });
});

describe('find', () => {
  it('follows links', () => {
    const path = write('text', '0123456789');
    symlinkSync(path, join(folder, 'link'));
    const real = realpathSync(path);
    expect(find(join(folder, 'link'))).toEqual({ path: real, isFile: true, size: 10 });
    expect(find(folder)).toMatchObject({ isFile: false });
    expect(() => find(join(folder, 'missing'))).toThrow(/ENOENT/);
  });
});

describe('makeNestedFolder', () => {
  it('makes folders that no other user can enter', () => {
    const made = [1, 2].map(() => makeNestedFolder(join(folder, 'task-'), 'inside'));
    expect(new Set(made).size).toBe(2);
    for (const path of made) {
      expect(lstatSync(path).mode & 0o777).toBe(0o700);
      expect(readdirSync(path)).toEqual(['inside']);
    }
  });

  it('leaves nothing where it fails', () => {
    expect(() => makeNestedFolder(join(folder, 'task-'), 'no/inside')).toThrow(/ENOENT/);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('moveFew', () => {
  const places = (...names: string[]): [string, string] => {
    const [from, to] = [join(folder, 'from'), join(folder, 'to')] as const;
    for (const path of [from, to]) mkdirSync(path);
    for (const name of names) writeFileSync(join(from, name), name);
    return [from, to];
  };

  it('moves files, but for those that stay', () => {
    const [from, to] = places('a', 'b', 'input');
    expect(moveFew(from, to, ['input'])).toBe(true);
    expect([readdirSync(from), readdirSync(to)]).toEqual([['input'], ['a', 'b']]);
    expect(readFileSync(join(to, 'b'), 'utf8')).toBe('b');
  });

  it.each<[string, (from: string) => void]>([
    ['a link', (from) => symlinkSync('/etc/passwd', join(from, 'link'))],
    ['a folder', (from) => mkdirSync(join(from, 'folder'))],
    [
      'many files',
      (from) => {
        for (let count = 0; count < 100; count += 1) writeFileSync(join(from, `${count}`), '');
      },
    ],
  ])('moves nothing where there is %s', (_, add) => {
    const [from, to] = places('a');
    add(from);
    const before = readdirSync(from);
    expect(moveFew(from, to, [])).toBe(false);
    expect([readdirSync(from), readdirSync(to)]).toEqual([before, []]);
  });

  it('says where files could not be moved', () => {
    const [from] = places('a');
    expect(moveFew(from, join(folder, 'missing'), [])).toBe(false);
    expect(readdirSync(from)).toEqual(['a']);
  });
});

describe('removeSmallTree', () => {
  it('removes files, links and folders, not what links lead to', () => {
    const outside = write('outside', 'stays');
    mkdirSync(join(folder, 'tree', 'a', 'b'), { recursive: true });
    writeFileSync(join(folder, 'tree', 'a', 'file'), '');
    symlinkSync(folder, join(folder, 'tree', 'a', 'b', 'link'));
    expect(removeSmallTree(join(folder, 'tree'))).toBe(true);
    expect(readdirSync(folder)).toEqual(['outside']);
    expect(readFileSync(outside, 'utf8')).toBe('stays');
  });

  it('leaves a large tree to others', () => {
    mkdirSync(join(folder, 'tree'));
    for (let count = 0; count < 100; count += 1) writeFileSync(join(folder, 'tree', `${count}`), '');
    expect(removeSmallTree(join(folder, 'tree'))).toBe(false);
  });
});

describe('writeText', () => {
  const order = (text: string, replaces: boolean) => ({
    path: join(folder, 'text'),
    part: join(folder, '.part'),
    text,
    replaces,
  });

  it('replaces a text, or leaves the one that is there', () => {
    const found: [boolean, string][] = [
      ['first', false],
      ['second', false],
      ['third', true],
    ].map(([text, replaces]) => [
      writeText(order(String(text), replaces === true)),
      readFileSync(join(folder, 'text'), 'utf8'),
    ]);
    expect(found).toEqual([
      [true, 'first'],
      [false, 'first'],
      [true, 'third'],
    ]);
    expect(readdirSync(folder)).toEqual(['text']);
    expect(lstatSync(join(folder, 'text')).mode & 0o777).toBe(0o600);
  });

  it('leaves nothing where it fails', () => {
    mkdirSync(join(folder, 'text'));
    expect(() => writeText(order('text', true))).toThrow(/EISDIR|ENOTEMPTY/);
    expect(readdirSync(folder)).toEqual(['text']);
  });
});
