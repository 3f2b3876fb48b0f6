import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import type { Attempt } from './attempt.ts';
import { convert } from './convert.ts';
import { filesBelow } from './files.ts';

const FOLDERS = ['cad', 'reported/cad'];

/** The oldest, the last with older forms of entities, the first with newer ones, one in our own container, and the newest. */
const VERSIONS = ['AC1009', 'AC1014', 'AC1015', 'AC1021', 'AC1032'];

const TARGETS = ['dxf', 'dwg'];

const LIMITS = { timeout: 300_000, maxBuffer: 64 * 1024 ** 2 };

/** Entities of all blocks and layouts by type, according to a program that did not write the file. */
type Counts = Readonly<Record<string, number>>;

/** Returns attempts to convert every drawing to DXF and DWG of several versions. */
export async function drawingAttempts(corpora: string): Promise<Attempt[]> {
  const files = (await Promise.all(FOLDERS.map((folder) => filesBelow(join(corpora, folder))))).flat();
  const sources = new Map<string, Promise<Counts | null>>();
  return files.flatMap((file) =>
    TARGETS.flatMap((target) =>
      VERSIONS.map(
        (version): Attempt => ({
          file,
          name: `cad/${target} ${version}`,
          make: (folder) => convert({ inputs: [file], category: 'cad', target, options: { version } }, folder),
          verify: async ([output = ''], warnings) => {
            const source = sources.get(file) ?? countsOf(file).catch(() => null);
            sources.set(file, source);
            const found = await countsOf(output, { isOurs: true });
            compare(await source, found, { target, version, warnings });
          },
        }),
      ),
    ),
  );
}

/** Throws the entities that the result lacks and no warning names. */
function compare(source: Counts | null, found: Counts, { target, version, warnings }: Made): void {
  const told = toldOf(warnings);
  const untold = target === 'dxf' ? [] : (UNTOLD[version] ?? UNTOLD.since);
  const missing = Object.entries(inVersion(source ?? {}, version))
    .filter(([type]) => !untold?.includes(type))
    .map(([type, number]) => [type, number - (found[type] ?? 0) - (told.get(type) ?? 0)] as const)
    .filter(([, number]) => number > 0);
  if (missing.length > 0) throw new Error(`without a warning: ${missing.map((each) => each.join(' ')).join(', ')}`);
}

interface Made {
  readonly target: string;
  readonly version: string;
  readonly warnings: readonly string[];
}

/** Entities that DWG readers do not report in AutoCAD's own files either: dwgdxf no underlays, LibreDWG of R12 no polyface meshes. */
const UNTOLD: Readonly<Record<string, readonly string[]>> = { AC1009: ['POLYLINE'], since: ['PDFUNDERLAY'] };

/** Returns the number of entities of each type that the warnings name: `2 HATCH, 1 MESH`. */
function toldOf(warnings: readonly string[]): Map<string, number> {
  const told = new Map<string, number>();
  for (const [, number, type = ''] of warnings.join('\n').matchAll(/(\d+) ([A-Z][A-Z0-9_]+|3D[A-Z]+)/g)) {
    told.set(type, (told.get(type) ?? 0) + Number(number));
  }
  return told;
}

/** Before R14 an LWPOLYLINE is a POLYLINE. */
function inVersion({ LWPOLYLINE: light = 0, ...others }: Counts, version: string): Counts {
  if (version < 'AC1014') return { ...others, POLYLINE: light + (others.POLYLINE ?? 0) };
  return { ...others, LWPOLYLINE: light };
}

/** `isOurs`: a DXF must be read without an error or a repair. */
async function countsOf(path: string, { isOurs = false } = {}): Promise<Counts> {
  return path.endsWith('.dwg') ? await dwgCounts(path) : await dxfCounts(path, isOurs);
}

const oracle = (name: string): string =>
  fileURLToPath(new URL(`../../test/tools/formats/dwg/oracles/${name}`, import.meta.url));

interface Audit {
  readonly refused?: string;
  readonly version: string;
  readonly errors: readonly string[];
  readonly fixes: readonly string[];
  readonly entities: Counts;
}

/**
 * ezdxf reports an error for each POLYLINE in a block of R12, even in files that it has written itself: the end of its vertices has no
 * owner, for which R12 has no group.
 */
const IN_R12 = /^Deleted SEQEND\(#[0-9A-F]+\) entity with invalid owner handle #None\.$/;

async function dxfCounts(path: string, isOurs: boolean): Promise<Counts> {
  const { stdout } = await execa('/usr/bin/python3', [oracle('dxf.py'), path], LIMITS);
  const { refused, version, errors = [], fixes = [], entities }: Audit = JSON.parse(stdout);
  if (refused !== undefined) throw new Error(`ezdxf: ${refused}`);
  const faults = [...errors, ...fixes.filter((fix) => version !== 'AC1009' || !IN_R12.test(fix))];
  if (isOurs && faults.length > 0) throw new Error(`ezdxf: ${faults.length} faults, ${faults[0]}`);
  return entities;
}

/** Returns what dwgdxf finds, or LibreDWG for types and versions that dwgdxf does not know. */
async function dwgCounts(path: string): Promise<Counts> {
  const [one, other] = await Promise.all(['dwgdxf', 'libredwg'].map((reader) => readDwg(reader, path)));
  if (!one && !other) throw new Error('neither dwgdxf nor LibreDWG reads it');
  const types = Object.keys({ ...one, ...other });
  return Object.fromEntries(types.map((type) => [type, Math.max(one?.[type] ?? 0, other?.[type] ?? 0)]));
}

/** Returns null if the reader fails. */
async function readDwg(reader: string, path: string): Promise<Counts | null> {
  const args = ['--liftoff-only', oracle('dwg.ts'), reader, path];
  const { stdout, exitCode } = await execa(process.execPath, args, { ...LIMITS, reject: false });
  if (exitCode !== 0) return null;
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '').entities;
}
