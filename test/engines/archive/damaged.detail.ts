import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { codeOf, convert, makeScratch, onlyOutput, python, type Scratch, tool } from './support.ts';
import { makeArchive } from './support-archives.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
  // Hardly compressible, so that a cut or a change hits the data.
  await python(
    'import sys, random; random.seed(1); open(sys.argv[1], "w").write(" ".join(str(random.random()) for _ in range(20000)))',
    scratch.path('numbers.txt'),
  );
});

afterAll(() => scratch.remove());

const make = async (file: string, ...args: string[]) => {
  const path = scratch.path(file);
  if (file.endsWith('.7z')) await tool(DEBIAN_7ZIP, ['a', path, 'numbers.txt'], { cwd: scratch.folder });
  else await tool('bsdtar', ['-cf', path, ...args, '-C', scratch.folder, 'numbers.txt']);
  return path;
};

const refusal = (path: string, filename?: string) =>
  codeOf(convert(scratch, [filename === undefined ? { path } : { path, filename }], { target: 'zip' }));

const change = (bytes: Buffer) => bytes.fill(0x55, bytes.length >> 1, (bytes.length >> 1) + 40);

const SOURCES: readonly (readonly [file: string, ...args: string[]])[] = [
  ['a.zip', '--format=zip'],
  ['a.7z'],
  ['a.tar.gz', '-z'],
  ['a.tar.bz2', '-j'],
  ['a.tar.xz', '-J'],
  ['a.tar.lz4', '--lz4'],
  ['a.tar.lz', '--lzip'],
];

describe.each(SOURCES)('%s', (file, ...args) => {
  it('cut short, with no entry that is whole, is input_truncated', async () => {
    const bytes = await readFile(await make(file, ...args));
    await writeFile(scratch.path(`cut-${file}`), bytes.subarray(0, Math.floor(bytes.length * 0.6)));
    expect(await refusal(scratch.path(`cut-${file}`))).toBe('input_truncated');
  });

  it('with other bytes in it is input_damaged', async () => {
    const bytes = await readFile(await make(file, ...args));
    change(bytes);
    await writeFile(scratch.path(`changed-${file}`), bytes);
    expect(await refusal(scratch.path(`changed-${file}`))).toBe('input_damaged');
  });
});

it.each(['tar', 'cpio', 'iso'])('a %s cut short is input_truncated', async (format) => {
  const name = { tar: 'pax', cpio: 'newc', iso: 'iso9660' }[format];
  const bytes = await readFile(await make(`a.${format}`, `--format=${name}`));
  await writeFile(scratch.path(`cut.${format}`), bytes.subarray(0, Math.floor(bytes.length * 0.6)));
  expect(await refusal(scratch.path(`cut.${format}`))).toBe('input_truncated');
});

describe('of an archive that ends early the whole entries are converted', () => {
  const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt'];
  const folder = () => scratch.path('entries');

  beforeAll(async () => {
    await tool('mkdir', ['-p', folder()]);
    const numbers = await readFile(scratch.path('numbers.txt'), 'utf8');
    for (const [index, name] of names.entries())
      await writeFile(`${folder()}/${name}`, numbers.slice(index * 60_000, (index + 1) * 60_000));
  });

  const SEQUENCES: readonly (readonly [file: string, ...args: string[]])[] = [
    ['s.tar', '--format=pax'],
    ['s.cpio', '--format=newc'],
    ['s.zip', '--format=zip'],
    ['s.a', '--format=arbsd'],
    ['sizes-in-front.zip'],
    ['s.tar.gz', '-z'],
    ['s.tar.bz2', '-j', '--options=compression-level=1'],
    ['s.tar.xz', '-J'],
    ['s.tar.zst', '--zstd', '--options=compression-level=1'],
  ];

  it.each(SEQUENCES)('%s', async (file, ...args) => {
    const path = scratch.path(file);
    if (args.length > 0) await tool('bsdtar', ['-cf', path, ...args, '-C', folder(), ...names]);
    else {
      const script =
        'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], "w", 8); [z.write(f"{sys.argv[2]}/{n}", n) for n in sys.argv[3:]]; z.close()';
      await python(script, path, folder(), ...names);
    }
    const bytes = await readFile(path);
    expect((await convert(scratch, [{ path }], { target: 'tar' })).warnings).toEqual([]);
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * 0.75)));
    const result = await convert(scratch, [{ path }], { target: 'tar' });
    const tar = onlyOutput(result);
    const whole = (await tool('bsdtar', ['-tf', tar])).stdout.split('\n').toSorted();
    expect(whole.length).toBeGreaterThan(0);
    expect(whole.length).toBeLessThan(names.length);
    expect(whole).toEqual(names.slice(0, whole.length).toSorted());
    for (const name of whole)
      expect((await tool('bsdtar', ['-xOf', tar, name])).stdout).toBe(await readFile(`${folder()}/${name}`, 'utf8'));
    expect(result.warnings).toMatchObject([
      { code: 'input_truncated', message: expect.stringContaining(`${whole.length} whole file`) },
    ]);
    if (!file.startsWith('s.tar.')) expect(result.warnings[0]?.message).toContain(names[whole.length]);
  });

  const STREAMS: readonly (readonly [kind: string, ...args: string[]])[] = [
    ['gz', '-z'],
    ['xz', '-J'],
    ['zst', '--zstd', '--options=compression-level=1'],
    ['bz2', '-j', '--options=compression-level=1'],
    ['lz4', '--lz4', '--options=lz4:block-size=4'],
    ['lz', '--lzip'],
  ];

  it.each(STREAMS)('a stream (%s) up to where it ends', async (kind, ...args) => {
    const whole = await readFile(scratch.path('numbers.txt'), 'utf8');
    const path = scratch.path(`numbers.txt.${kind}`);
    await tool('bsdtar', ['-cf', path, '--format=raw', ...args, '-C', scratch.folder, 'numbers.txt']);
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * 0.75)));
    const result = await convert(scratch, [{ path }], { target: 'zip' });
    const content = (await tool('bsdtar', ['-xOf', onlyOutput(result), 'numbers.txt'])).stdout;
    expect(content.length).toBeGreaterThan(whole.length * 0.2);
    expect(content.length).toBeLessThan(whole.length);
    expect(whole.startsWith(content)).toBe(true);
    expect(result.warnings).toMatchObject([
      { code: 'input_truncated', message: expect.stringContaining('ends early') },
    ]);
  });

  it('but not of one that is encrypted, or a volume of several', async () => {
    const path = scratch.path('locked.zip');
    await tool(DEBIAN_7ZIP, ['a', '-psecret', path, ...names], { cwd: folder() });
    const bytes = await readFile(path);
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * 0.75)));
    await expect(convert(scratch, [{ path, password: 'secret' }], { target: 'zip' })).rejects.toMatchObject({
      code: 'input_truncated',
    });
    const volume = scratch.path('volume.zip.001');
    await tool('bsdtar', ['-cf', volume, '--format=zip', '-C', folder(), ...names]);
    const all = await readFile(volume);
    await writeFile(volume, all.subarray(0, Math.floor(all.length * 0.75)));
    expect(await refusal(volume)).toBe('input_truncated');
  });
});

it('no output is made of the part of a damaged archive that can be unpacked', async () => {
  const two = scratch.path('two.zip');
  await writeFile(scratch.path('first.txt'), 'first');
  await tool('bsdtar', ['-cf', two, '--format=zip', '-C', scratch.folder, 'first.txt', 'numbers.txt']);
  const bytes = await readFile(two);
  change(bytes);
  await writeFile(two, bytes);
  expect((await tool('bsdtar', ['-xOf', two, 'first.txt'])).stdout).toBe('first');
  expect(await refusal(two)).toBe('input_damaged');
});

it('one volume of several says that the others are needed', async () => {
  const path = await makeArchive(scratch, 'one.rar', 'rar5-volume');
  await expect(convert(scratch, [{ path }], { target: 'zip' })).rejects.toMatchObject({
    code: 'input_truncated',
    message: expect.stringContaining('others'),
  });
  await tool(DEBIAN_7ZIP, ['a', '-v50k', scratch.path('split.7z'), 'numbers.txt'], { cwd: scratch.folder });
  expect(await refusal(scratch.path('split.7z.001'), 'split.7z')).toBe('input_truncated');
});

it('what is no archive but is called one is input_wrong_type', async () => {
  await writeFile(scratch.path('page.html'), '<html><body>Not found</body></html>');
  for (const filename of ['download.zip', 'download.7z', 'download.rar', 'download.tar.gz', 'download.tlz4.lz4']) {
    expect(await refusal(scratch.path('page.html'), filename), filename).toBe('input_wrong_type');
  }
});

it('an empty file is a file to pack, and no archive', async () => {
  await writeFile(scratch.path('empty'), '');
  expect(await refusal(scratch.path('empty'), 'empty.zip')).toBe('input_empty');
  const zip = onlyOutput(await convert(scratch, [{ path: scratch.path('empty') }], { target: 'zip' }));
  const script =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print([(i.filename, i.file_size) for i in z.infolist()])';
  expect(await python(script, zip)).toBe("[('empty', 0)]");
});

it('an archive without entries becomes one without entries', async () => {
  await python('import sys, zipfile; zipfile.ZipFile(sys.argv[1], "w").close()', scratch.path('nothing.zip'));
  const result = await convert(scratch, [{ path: scratch.path('nothing.zip') }], { target: 'gz' });
  expect(result.outputs[0]?.filename).toBe('nothing.tar.gz');
  expect(await python('import sys, tarfile; print(tarfile.open(sys.argv[1]).getnames())', onlyOutput(result))).toBe(
    '[]',
  );
});

it('what follows the end is left out with a warning', async () => {
  const path = await make('padded.tar.gz', '-z');
  await writeFile(path, Buffer.concat([await readFile(path), Buffer.alloc(1000)]));
  const result = await convert(scratch, [{ path }], { target: 'zip' });
  expect(result.warnings.map(({ code }) => code)).toEqual(['input_damaged']);
  expect((await tool('bsdtar', ['-tf', onlyOutput(result)])).stdout).toBe('numbers.txt');
});

describe('a zip that contradicts itself', () => {
  /** Makes a zip of three files with changed bytes in the second entry, in its line of the table or in the end record. */
  const contradict = (path: string, signature: string, at: number, bytes: string) =>
    python(
      `import sys, zipfile
path, signature, at, new = sys.argv[1], bytes.fromhex(sys.argv[2]), int(sys.argv[3]), bytes.fromhex(sys.argv[4])
with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as z:
    for name in "one", "two", "three": z.writestr(name, name * 100)
data = bytearray(open(path, "rb").read())
start = data.find(signature)
second = data.find(signature, start + 4)
start = (start if second == -1 else second) + at
data[start : start + len(new)] = new
open(path, "wb").write(data)`,
      path,
      signature,
      String(at),
      bytes,
    );
  const LOCAL = '504b0304';
  const TABLE = '504b0102';
  const END = '504b0506';

  it.each([
    ['an entry without checksum and sizes', LOCAL, 14, '00'.repeat(12)],
    ['a descriptor that is not there', LOCAL, 6, '0800'],
    ['a descriptor in the table alone', TABLE, 8, '0800'],
    ['a count that is too high', END, 8, '09000900'],
    ['a table that is said to be longer', END, 12, 'ff'],
    ['no mark of its end', END, 0, '504b0909'],
  ])('is converted where libarchive reads the same entries: %s', async (_, signature, at, bytes) => {
    const path = scratch.path(`contradictory-${signature}-${at}.zip`);
    await contradict(path, signature, at, bytes);
    const result = await convert(scratch, [{ path }], { target: 'zip' });
    expect(result.warnings).toMatchObject([
      { code: 'input_damaged', message: expect.stringContaining('contradicts itself') },
    ]);
    const script =
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print([n for n in sorted(z.namelist()) if z.read(n).decode() == n * 100])';
    expect(await python(script, onlyOutput(result))).toBe("['one', 'three', 'two']");
  });

  it.each([
    ['another checksum in the table', TABLE, 16, '01020304'],
    ['another size in the table', TABLE, 24, '07000000'],
    ['a table that is shorter than its entries', END, 12, '05000000'],
  ])('is refused where the data are not what is stated: %s', async (_, signature, at, bytes) => {
    const path = scratch.path(`false-${signature}-${at}.zip`);
    await contradict(path, signature, at, bytes);
    expect(await errorOf(convert(scratch, [{ path }], { target: 'zip' }))).toMatchObject({
      code: 'input_damaged',
      message: expect.stringContaining('contradicts itself'),
    });
  });
});

it('an unknown compression method is named as such', async () => {
  const path = await make('method.zip', '--format=zip');
  const bytes = await readFile(path);
  const central = bytes.lastIndexOf('PK\x01\x02', undefined, 'latin1');
  bytes.writeUInt16LE(77, central + 10);
  bytes.writeUInt16LE(77, 8);
  await writeFile(path, bytes);
  expect(await refusal(path)).toBe('input_wrong_type');
});

it('a program that unpacks itself is packed as it is, and it is said so', async () => {
  // Like a self-extracting archive, which is a program followed by an archive; 7-Zip finds it.
  const program = scratch.path('setup.exe');
  const head = Buffer.alloc(4096);
  head.write('MZ');
  head.writeUInt32LE(64, 60);
  head.write('PE\0\0', 64, 'latin1');
  await writeFile(program, Buffer.concat([head, await readFile(await make('inner.7z'))]));
  const result = await convert(scratch, [{ path: program }], { target: 'zip' });
  expect((await tool('bsdtar', ['-tf', onlyOutput(result)])).stdout).toBe('setup.exe');
  expect(result.warnings).toMatchObject([
    { code: 'output_limited', message: expect.stringContaining('the archive inside it is not opened') },
  ]);
  const plain = scratch.path('plain.exe');
  await writeFile(plain, head);
  expect((await convert(scratch, [{ path: plain }], { target: 'zip' })).warnings).toEqual([]);
});

it('a program that is an archive, and that others run, is packed as it is without a word', async () => {
  const jar = scratch.path('program.jar');
  await python(
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1], "w"); z.writestr("META-INF/MANIFEST.MF", "Manifest-Version: 1.0\\n"); z.close()',
    jar,
  );
  const result = await convert(scratch, [{ path: jar }], { target: '7z' });
  expect((await tool('bsdtar', ['-tf', onlyOutput(result)])).stdout).toBe('program.jar');
  expect(result.warnings).toEqual([]);
});

it('a compressed cpio is unpacked', async () => {
  const cpio = await make('a.cpio.gz', '--format=newc', '-z');
  const zip = onlyOutput(await convert(scratch, [{ path: cpio }], { target: 'zip' }));
  expect((await tool('bsdtar', ['-tf', zip])).stdout).toBe('numbers.txt');
});

it('of two entries of one name in a 7z the last counts, as with bsdtar', async () => {
  const folder = scratch.path('twice');
  await tool('mkdir', ['-p', `${folder}/old`, `${folder}/new`]);
  await writeFile(`${folder}/old/f`, 'old');
  await writeFile(`${folder}/new/f`, 'newer');
  const archive = scratch.path('twice.7z');
  await tool('bsdtar', ['-cf', archive, '--format=7zip', '-C', `${folder}/old`, 'f', '-C', `${folder}/new`, 'f']);
  await tool('bsdtar', ['-xf', archive, '-C', folder]);
  expect(await readFile(`${folder}/f`, 'utf8')).toBe('newer');
  const zip = onlyOutput(await convert(scratch, [{ path: archive }], { target: 'zip' }));
  expect((await tool('bsdtar', ['-xOf', zip, 'f'])).stdout).toBe('newer');
});
