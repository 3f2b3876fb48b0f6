import { randomBytes } from 'node:crypto';
import { chmod, mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engine } from '../../../engines/archive/engine.ts';
import { nextPeriod } from '../../support/clock.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { convert, decompress, makeScratch, onlyOutput, python, type Scratch, type TestInput, tool } from './support.ts';

let scratch: Scratch;
let files: TestInput[];

beforeAll(async () => {
  scratch = await makeScratch();
  await writeFile(scratch.path('1'), 'first\n');
  await writeFile(scratch.path('2'), 'second\n');
  await writeFile(scratch.path('3'), '#!/bin/sh\n');
  files = [
    { path: scratch.path('1'), filename: 'report.txt' },
    { path: scratch.path('2'), filename: 'Übersicht 概要.txt' },
    { path: scratch.path('3'), filename: 'Makefile' },
  ];
});

afterAll(() => scratch.remove());

const ZIP_CONTENTS =
  'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print([(i.filename, oct(i.external_attr >> 16), i.date_time[0], z.read(i).decode()) for i in z.infolist()])';
const TAR_CONTENTS =
  'import sys, tarfile; t = tarfile.open(sys.argv[1]); print([(i.name, oct(i.mode), i.uid, i.uname, i.mtime, t.extractfile(i).read().decode()) for i in t])';

describe('several inputs', () => {
  it('become one zip, sorted, with fixed modes and dates', async () => {
    const zip = onlyOutput(await convert(scratch, files, { target: 'zip' }));
    expect(await python(ZIP_CONTENTS, zip)).toBe(
      "[('Makefile', '0o100644', 1980, '#!/bin/sh\\n'), ('report.txt', '0o100644', 1980, 'first\\n'), ('Übersicht 概要.txt', '0o100644', 1980, 'second\\n')]",
    );
    expect((await tool(DEBIAN_7ZIP, ['t', zip])).stdout).toContain('Everything is Ok');
  });

  it('become one 7z', async () => {
    const archive = onlyOutput(await convert(scratch, files, { target: '7z' }));
    const { stdout } = await tool('bsdtar', ['-tf', archive]);
    expect(stdout.split('\n').sort()).toEqual(['Makefile', 'report.txt', 'Übersicht 概要.txt']);
  });

  it.each(['gz', 'bz2'])('become a tar in %s', async (target) => {
    const result = await convert(scratch, files, { target });
    expect(result.outputs.map(({ filename }) => filename)).toEqual([`report.tar.${target}`]);
    expect(await python(TAR_CONTENTS, onlyOutput(result))).toBe(
      "[('Makefile', '0o644', 0, '', 0, '#!/bin/sh\\n'), ('report.txt', '0o644', 0, '', 0, 'first\\n'), ('Übersicht 概要.txt', '0o644', 0, '', 0, 'second\\n')]",
    );
  });

  it.each(['gz', 'bz2'])('become a %s each with allow_multiple_outputs', async (target) => {
    const { outputs, warnings } = await convert(scratch, files, { target, options: { allow_multiple_outputs: true } });
    expect(warnings).toEqual([]);
    expect(outputs.map(({ filename, inputIds }) => [filename, inputIds])).toEqual([
      [`Makefile.${target}`, ['input-2']],
      [`report.txt.${target}`, ['input-0']],
      [`Übersicht 概要.txt.${target}`, ['input-1']],
    ]);
    expect(await decompress(outputs[2]?.path ?? '')).toBe('second\n');
  });

  it.each([
    ['7z', { encrypt_password: 'word' }, 1],
    ['7z', { encrypt_password: 'word', encrypt_names: false }, 1],
    ['zip', { encrypt_password: 'word' }, 1],
    ['zip', { encrypt_password: 'wörd' }, 1],
    ['7z', { volume_size: '65536', compression_level: 'low' }, 3],
    ['zip', { volume_size: '65536', encrypt_password: 'word' }, 3],
  ])('stay in a chosen order in %s with %j', async (target, options, count) => {
    await writeFile(scratch.path('noise'), randomBytes(150_000));
    const given = [...files, { path: scratch.path('noise'), filename: 'a.bin' }].reverse();
    const { outputs } = await convert(scratch, given, { target, options, ordered: true });
    expect(outputs.length).toBe(count);
    const archive = outputs[0]?.path ?? '';
    const password = `-p${'encrypt_password' in options ? options.encrypt_password : ''}`;
    const { stdout } = await tool(DEBIAN_7ZIP, ['l', '-ba', '-slt', password, archive]);
    expect([...stdout.matchAll(/^Path = (.*)$/gm)].map(([, name]) => name)).toEqual(
      given.map(({ filename }) => filename),
    );
    expect((await tool(DEBIAN_7ZIP, ['t', password, archive])).stdout).toContain('Everything is Ok');
    if (target === '7z' && password === '-pword') {
      const hidden = await tool(DEBIAN_7ZIP, ['l', '-pother', archive]).then(
        () => false,
        () => true,
      );
      expect(hidden).toBe(!('encrypt_names' in options));
    }
  });

  it('of one name are numbered', async () => {
    const twins = files.map(({ path }) => ({ path, filename: 'Same.txt' }));
    const zip = onlyOutput(await convert(scratch, twins, { target: 'zip' }));
    expect(await python('import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())', zip)).toBe(
      "['Same-2.txt', 'Same-3.txt', 'Same.txt']",
    );
  });

  it('are packed as they are where they are archives', async () => {
    const inner = onlyOutput(await convert(scratch, files, { target: 'zip' }));
    const result = await convert(scratch, [{ path: inner, password: 'unused' }, { path: scratch.path('1') }], {
      target: '7z',
    });
    expect((await tool('bsdtar', ['-tf', onlyOutput(result)])).stdout.split('\n').sort()).toEqual(['1', 'packed.zip']);
    expect(result.warnings.map(({ code }) => code)).toEqual(['option_no_effect']);
  });

  it('may have names that look like options, lists or wildcards', async () => {
    const odd = ['-mx9', '@list', '--', '*', 'a\\b', '[x]?', '1.gz'].map((filename) => ({
      path: scratch.path('1'),
      filename,
    }));
    for (const options of [{}, { allow_multiple_outputs: true }]) {
      const { outputs } = await convert(scratch, odd, { target: 'gz', options });
      const listed = outputs.length > 1 ? outputs.map(({ path }) => path) : [];
      for (const path of listed) expect(await decompress(path)).toBe('first\n');
      expect(outputs).toHaveLength(listed.length > 0 ? odd.length : 1);
    }
    const zip = onlyOutput(await convert(scratch, odd, { target: 'zip' }));
    const listed = await python('import sys, zipfile; print(sorted(zipfile.ZipFile(sys.argv[1]).namelist()))', zip);
    expect(listed).toBe("['*', '--', '-mx9', '1.gz', '@list', '[x]?', 'a\\\\b']");
  });
});

describe('one file', () => {
  it.each([
    ['report.txt', 'gz', 'report.txt.gz'],
    ['report.txt', 'bz2', 'report.txt.bz2'],
    ['Makefile', 'gz', 'Makefile.gz'],
    ['version 1.2 final', 'gz', 'version 1.2 final.gz'],
    ['report.txt', 'zip', 'report.zip'],
    ['report.txt', '7z', 'report.7z'],
  ])('%s becomes %s: %s', async (filename, target, expected) => {
    const { outputs } = await convert(scratch, [{ path: scratch.path('1'), filename }], { target });
    expect(outputs.map((output) => output.filename)).toEqual([expected]);
  });

  it('in gz has no name and no time in its header', async () => {
    const gz = await readFile(onlyOutput(await convert(scratch, files.slice(0, 1), { target: 'gz' })));
    expect([...gz.subarray(0, 8)]).toEqual([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]);
  });

  it('that is a document made of a zip is packed, not unpacked; called a zip it is unpacked', async () => {
    const docx = scratch.path('letter.docx');
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], "w"); [z.writestr(n, "<x/>") for n in ("[Content_Types].xml", "word/document.xml")]; z.close()';
    await python(script, docx);
    const list = 'import sys, zipfile; print(zipfile.ZipFile(sys.argv[1]).namelist())';
    const packed = onlyOutput(await convert(scratch, [{ path: docx }], { target: 'zip' }));
    expect(await python(list, packed)).toBe("['letter.docx']");
    const unpacked = onlyOutput(await convert(scratch, [{ path: docx, filename: 'letter.zip' }], { target: 'zip' }));
    expect(await python(list, unpacked)).toContain('word/document.xml');
  });
});

describe('an archive', () => {
  let archive: string;

  beforeAll(async () => {
    const tree = scratch.path('tree');
    await mkdir(join(tree, 'a', 'empty'), { recursive: true });
    await mkdir(join(tree, 'b'));
    for (const [path, text] of [
      ['a/notes.txt', 'a'],
      ['b/notes.txt', 'b'],
    ] as const) {
      await writeFile(join(tree, path), text);
    }
    archive = scratch.path('bundle.tar.xz');
    await tool('bsdtar', ['-cJf', archive, '-C', tree, 'a', 'b']);
  });

  it('becomes a stream for each file with allow_multiple_outputs, and says what is lost', async () => {
    const result = await convert(scratch, [{ path: archive }], {
      target: 'gz',
      options: { allow_multiple_outputs: true },
    });
    expect(result.outputs.map(({ filename }) => filename)).toEqual(['notes.txt.gz', 'notes.txt.gz']);
    expect(result.warnings.map(({ code }) => code)).toEqual(['output_limited']);
  });

  it('keeps its folders in one output, and is named after the input', async () => {
    const result = await convert(scratch, [{ path: archive }], { target: 'bz2' });
    expect(result.outputs.map(({ filename }) => filename)).toEqual(['bundle.tar.bz2']);
    const listed = await python('import sys, tarfile; print(tarfile.open(sys.argv[1]).getnames())', onlyOutput(result));
    expect(listed).toBe("['a', 'a/empty', 'a/notes.txt', 'b', 'b/notes.txt']");
  });

  it('keeps modes where the target has them', async () => {
    const tar = scratch.path('modes.tar');
    const tree = scratch.path('modes');
    await mkdir(tree);
    for (const [name, mode] of [
      ['private', 0o600],
      ['run', 0o755],
      ['readonly', 0o444],
    ] as const) {
      await writeFile(join(tree, name), name);
      await chmod(join(tree, name), mode);
    }
    await tool('bsdtar', ['-cf', tar, '-C', tree, 'private', 'run', 'readonly']);
    const zip = onlyOutput(await convert(scratch, [{ path: tar }], { target: 'zip' }));
    const modes =
      'import sys, zipfile; print({i.filename: oct(i.external_attr >> 16 & 0o777) for i in zipfile.ZipFile(sys.argv[1]).infolist()})';
    expect(await python(modes, zip)).toBe("{'private': '0o600', 'readonly': '0o644', 'run': '0o755'}");
    const packed = onlyOutput(await convert(scratch, [{ path: tar }], { target: '7z' }));
    expect((await tool('bsdtar', ['-tvf', packed, 'run'])).stdout).toMatch(/^-rwxr-xr-x/);
  });
});

it('the same input gives the same bytes, whenever and from whatever file', async () => {
  const archive = scratch.path('again.tar');
  await tool('bsdtar', ['-cf', archive, '-C', scratch.folder, '1', '2', '3']);
  const convertAll = async (round: number) => {
    const copies: TestInput[] = [];
    await mkdir(scratch.path(`again-${round}`));
    for (const { path, filename = '' } of files) {
      const copy = join(scratch.path(`again-${round}`), filename);
      await writeFile(copy, await readFile(path));
      await chmod(copy, round === 0 ? 0o644 : 0o755);
      await utimes(copy, new Date(2001 + round, 1), new Date(2001 + round, 1));
      copies.push({ path: copy });
    }
    const bytes = new Map<string, Buffer>();
    for (const target of ['zip', '7z', 'gz', 'bz2']) {
      for (const [what, inputs] of Object.entries({ copies, one: copies.slice(0, 1), archive: [{ path: archive }] })) {
        bytes.set(`${target} of ${what}`, await readFile(onlyOutput(await convert(scratch, inputs, { target }))));
      }
    }
    return bytes;
  };
  const before = await convertAll(0);
  // Zip stores times in steps of two seconds.
  await nextPeriod(2000);
  const umask = process.umask(0o077);
  const after = await convertAll(1).finally(() => process.umask(umask));
  expect(before.size).toBe(12);
  for (const [what, bytes] of before) expect(after.get(what)?.equals(bytes), what).toBe(true);
});

it('combines all inputs, whatever the target', () => {
  for (const target of ['zip', '7z', 'gz', 'bz2']) expect(engine.combinesInputs({ target, options: {} })).toBe(true);
});

it('says what it needs and what is installed', async () => {
  const programs = await engine.describe();
  const debian = (await tool(DEBIAN_7ZIP, [])).stdout;
  expect(programs.map(({ name }) => name)).toEqual('7zz,7zz with RAR,bsdtar,bsdcat,pigz,lbzip2,xz,zstd'.split(','));
  for (const { name, version, neededFor } of programs) {
    expect(version, name).toMatch(/^\d+\.\d/);
    expect(neededFor.length, name).toBeGreaterThan(0);
  }
  expect(debian).not.toContain(`7-Zip (z) ${programs[0]?.version} `);
});
