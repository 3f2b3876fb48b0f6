import { execFile } from 'node:child_process';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeScratchFolder, ScratchFolder } from '../../support/engine-context.ts';
import { CORPUS, type Conversion, convert, readByEzdxf, readDwg } from './support.ts';

const run = promisify(execFile);
const script = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

let scratch: ScratchFolder;

beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('cad-kinds'));
});

afterAll(() => scratch.remove());

/** Returns types and attributes of `expected` that differ in `made`, and missing types; compare.py compares by handle. */
async function differences(expected: string, made: string): Promise<readonly string[]> {
  const { stdout } = await run('/usr/bin/python3', [script('../../tools/formats/dwg/compare.py'), expected, made]);
  const { different, missing } = JSON.parse(stdout);
  const attributes = Object.entries(different).flatMap(([type, names]) =>
    Object.keys(names as object).map((name) => `${type}.${name}`),
  );
  return [...attributes, ...Object.keys(missing)].sort();
}

async function made(release: string, maker = '../../tools/formats/dwg/make_entities.py'): Promise<string> {
  const path = scratch.path(`${release}.dxf`);
  await run('/usr/bin/python3', [script(maker), release, path]);
  return path;
}

const messages = ({ warnings }: Conversion): string[] => warnings.map(({ message }) => message);

async function kept(conversion: Conversion, name: string): Promise<string> {
  const path = scratch.path(name);
  await rename(conversion.output.path, path);
  return path;
}

/** MTEXT is rotated by direction, a viewport from DWG has its position as number; ezdxf writes the others differently from AutoCAD. */
const OURS: ReadonlySet<string> = new Set(['MTEXT.rotation', 'VIEWPORT.id', 'ARC_DIMENSION.dimtype', 'BODY.uid']);
const ours = (each: string): boolean => !OURS.has(each);

describe('a drawing by ezdxf of entities that are easily lost', () => {
  test.each([
    ['R2000', 'AC1015', ['DWFUNDERLAY', 'HELIX']],
    ['R2018', 'AC1032', ['DWFUNDERLAY', 'EXTRUDEDSURFACE', 'HELIX']],
  ])('of %s is the same in DXF, and through DWG, but for what is counted', async (release, version, lost) => {
    const source = await made(release);
    const asDxf = await convert(scratch.folder, source, 'dxf', { version });
    const asDwg = await convert(scratch.folder, source, 'dwg', { version });
    const back = await convert(scratch.folder, asDwg.output.path, 'dxf', { version });
    for (const conversion of [asDxf, back]) {
      expect((await differences(source, conversion.output.path)).filter(ours)).toEqual(lost);
    }
    const dropped = lost.filter((type) => type !== 'HELIX');
    for (const conversion of [asDxf, asDwg]) {
      expect(messages(conversion)).toEqual([
        expect.stringContaining(`could not be kept in version ${version}`),
        expect.stringMatching(/replaced by simpler ones.*: 1 HELIX\.$/),
      ]);
      for (const type of dropped) expect(messages(conversion)[0]).toContain(`1 ${type}`);
    }
    expect(messages(back)).toEqual([]);
  });

  test('is read strictly, without a repair, in every version of DXF', async () => {
    const source = await made('R2018');
    const versions = ['AC1012', 'AC1014', 'AC1015', 'AC1018', 'AC1021', 'AC1024', 'AC1027', 'AC1032'];
    const paths: string[] = [];
    for (const version of ['AC1009', ...versions]) {
      paths.push(await kept(await convert(scratch.folder, source, 'dxf', { version }), `${version}.dxf`));
    }
    const [r12, ...others] = await readByEzdxf(paths);
    for (const [index, { errors, fixes, refused }] of others.entries()) {
      const version = versions[index];
      expect({ version, errors, fixes, refused }).toEqual({ version, errors: [], fixes: [], refused: undefined });
    }
    expect(r12?.errors).toEqual([]);
    // ezdxf reports this for its own files too, because R12 has no owners.
    expect(r12?.fixes?.filter((fix) => !/^Deleted SEQEND\(.*owner handle #None\.$/.test(fix))).toEqual([]);
  });

  test.each(['AC1012', 'AC1014', 'AC1015', 'AC1018', 'AC1021', 'AC1024', 'AC1027', 'AC1032'])(
    'is in DWG %s with all entities of its blocks',
    async (version) => {
      const source = await made('R2000');
      const conversion = await convert(scratch.folder, source, 'dwg', { version });
      const { entities } = await readDwg('dwgdxf', conversion.output.path);
      const [known] = await readByEzdxf([source]);
      for (const type of ['ATTDEF', 'DIMENSION', 'INSERT', 'LINE', 'MTEXT', 'TEXT']) {
        expect(entities[type] ?? 0, type).toBeGreaterThanOrEqual(known?.entities[type] ?? 0);
      }
    },
  );
});

describe('dimensions of every kind', () => {
  test.each([
    // ezdxf writes a flag that R12 does not know.
    ['R12', 'AC1009', ['DIMENSION.dimtype']],
    ['R12', 'AC1018', []],
    ['R2000', 'AC1018', []],
  ])('of %s are the same in %s, and through its DWG', async (release, version, known) => {
    const source = await made(release, './make_dimensions.py');
    const asDxf = await convert(scratch.folder, source, 'dxf', { version });
    const asDwg = await convert(scratch.folder, source, 'dwg', { version });
    const back = await convert(scratch.folder, asDwg.output.path, 'dxf', { version });
    for (const conversion of [asDxf, asDwg, back]) expect(messages(conversion)).toEqual([]);
    for (const { output } of [asDxf, back]) {
      expect((await differences(source, output.path)).filter(ours)).toEqual(known);
    }
  });
});

describe.skipIf(CORPUS === null)('reported drawings (CORPORA_DIR)', () => {
  const reported = (name: string): string => join(CORPUS ?? '', '../reported/cad', name);

  test.each([
    ['Leader.dxf', 'AC1018', ['IMAGE.image_def_reactor_handle', 'IMAGE.transparency', 'LEADER.transparency']],
    ['hatches_2.dxf', 'AC1032', ['HATCH.color']],
    ['xclip.dxf', 'AC1027', ['VIEWPORT.ambient_light_color_1', 'VIEWPORT.sun_handle']],
  ])('%s keeps its attributes', async (name, version, known) => {
    const asDxf = await convert(scratch.folder, reported(name), 'dxf', { version });
    expect(messages(asDxf)).toEqual([]);
    expect(await differences(reported(name), asDxf.output.path)).toEqual(known);
  });

  test('acad_table_simple.dxf shows the block of its table', async () => {
    const { output, warnings } = await convert(scratch.folder, reported('acad_table_simple.dxf'), 'dxf');
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringContaining('1 ACAD_TABLE')]);
    const [found] = await readByEzdxf([output.path]);
    expect(found).toMatchObject({ errors: [], fixes: [], entities: { INSERT: 1, MTEXT: 7, LINE: 8 } });
  });
});
