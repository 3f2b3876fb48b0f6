import { mkdir, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createArchiveEngine } from '../../../engines/archive/engine.ts';
import { DEFAULT_ARCHIVE_LIMITS } from '../../../tools/formats/archives/limits.ts';
import { DEBIAN_7ZIP } from '../../support/seven-zip.ts';
import { codeOf, convert, makeScratch, onlyOutput, python, type Scratch, tool } from './support.ts';

let scratch: Scratch;

beforeAll(async () => {
  scratch = await makeScratch();
  await mkdir(scratch.path('tree'));
  await using file = await open(join(scratch.path('tree'), 'holes.bin'), 'w');
  await file.truncate(3_000_000);
  await file.write('in the middle', 1_500_000);
});

afterAll(() => scratch.remove());

const DIGEST =
  'import sys, zipfile, hashlib; z = zipfile.ZipFile(sys.argv[1]); print([(n, hashlib.sha256(z.read(n)).hexdigest()) for n in z.namelist()])';

it.each([
  ['bsdtar', '--format=pax', '--read-sparse'],
  ['tar', '--format=posix', '-S', '--sparse-version=0.0'],
  ['tar', '--format=posix', '-S', '--sparse-version=0.1'],
  ['tar', '--format=posix', '-S', '--sparse-version=1.0'],
  ['tar', '--format=gnu', '-S'],
])('a sparse file keeps its holes as zeros: %s %s', async (program, ...args) => {
  const path = scratch.path(`${args.join('')}.tar`.replaceAll('/', ''));
  await tool(program, ['-cf', path, ...args.filter(Boolean), '-C', scratch.path('tree'), 'holes.bin']);
  const zip = onlyOutput(await convert(scratch, [{ path }], { target: 'zip' }));
  const { stdout } = await tool('sha256sum', [join(scratch.path('tree'), 'holes.bin')]);
  expect(await python(DIGEST, zip)).toBe(`[('holes.bin', '${stdout.split(' ')[0]}')]`);
});

it('which 7-Zip alone gets wrong', async () => {
  const path = scratch.path('control.tar');
  await tool('tar', ['-cSf', path, '--format=posix', '-C', scratch.path('tree'), 'holes.bin']);
  const { stdout } = await tool(DEBIAN_7ZIP, ['l', '-ba', path]);
  expect(stdout).toContain('GNUSparseFile');
});

it('a sparse file counts in full, also where the tar says otherwise', async () => {
  await using file = await open(join(scratch.path('tree'), 'vast.bin'), 'w');
  await file.truncate(30_000_000);
  await file.write('end', 29_000_000);
  const path = scratch.path('vast.tar');
  await tool('tar', ['-cSf', path, '--format=posix', '-C', scratch.path('tree'), 'vast.bin']);
  expect((await readFile(path)).length).toBeLessThan(50_000);
  const strict = createArchiveEngine({ ...DEFAULT_ARCHIVE_LIMITS, ratioFreeBytes: 1_000_000 });
  expect(await codeOf(convert(scratch, [{ path }], { target: 'zip', engine: strict }))).toBe('input_bomb');
});

it('a file of which the tar has extended attributes is packed as any other', async () => {
  const path = scratch.path('attributes.tar');
  const script =
    'import sys, tarfile, io; t = tarfile.open(sys.argv[1], "w", format=tarfile.PAX_FORMAT); i = tarfile.TarInfo("näme"); i.size = 4; i.mtime = 1709294400; i.pax_headers = {"SCHILY.xattr.user.note": "hello"}; t.addfile(i, io.BytesIO(b"data")); t.close()';
  await python(script, path);
  const zip = onlyOutput(await convert(scratch, [{ path }], { target: 'zip' }));
  const read =
    'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print([(i.filename, i.date_time, z.read(i)) for i in z.infolist()])';
  expect(await python(read, zip)).toBe("[('näme', (2024, 3, 1, 12, 0, 0), b'data')]");
});

it('a sparse file of Solaris keeps its holes, too', async () => {
  const path = scratch.path('solaris.tar');
  // Bytes 0 to 2 and 6 to 8 are data.
  const script =
    'import sys, tarfile, io; t = tarfile.open(sys.argv[1], "w", format=tarfile.PAX_FORMAT); i = tarfile.TarInfo("hole"); i.size = 4; i.pax_headers = {"SUN.holesdata": " 0 2 6 8", "size": "4"}; t.addfile(i, io.BytesIO(b"data")); t.close()';
  await python(script, path);
  const seen = (await tool('bsdtar', ['-xOf', path])).stdout;
  const zip = onlyOutput(await convert(scratch, [{ path }], { target: 'zip' }));
  expect((await tool('bsdtar', ['-xOf', zip])).stdout).toBe(seen);
});

it('a file of which a tar of Solaris has an access list is packed as any other', async () => {
  const path = scratch.path('access-list.tar');
  const script = `import sys, tarfile, io
with tarfile.open(sys.argv[1], "w") as tar:
    for kind, data in ((b"A", b"2000005\\0user::rw-"), (tarfile.REGTYPE, b"data")):
        info = tarfile.TarInfo("name")
        info.type, info.size = kind, len(data)
        tar.addfile(info, io.BytesIO(data))`;
  await python(script, path);
  const zip = onlyOutput(await convert(scratch, [{ path }], { target: 'zip' }));
  expect((await tool('unzip', ['-p', zip, 'name'])).stdout).toBe('data');
});
