import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { identify } from '../../../src/files/identify.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { isArjVolume, joinArj } from './arj.ts';
import { read } from './bytes.ts';
import { readCabinet } from './cabinets.ts';
import type { ArchiveLimits } from './limits.ts';
import { baseOfInput } from './naming.ts';

/** How the volumes of an archive are numbered. */
type Style =
  /** `name.part1.rar`, `name.part2.rar`, … */
  | 'part.rar'
  /** `name.rar`, `name.r00`, `name.r01`, …, and after `name.r99` `name.s00`. */
  | 'r00'
  /** `name.arj`, `name.a01`, `name.a02`, … */
  | 'a01'
  /** `name.z01`, `name.z02`, …, and `name.zip` last. */
  | 'z01'
  /** `name.7z.001`, `name.7z.002`, …: one file cut into pieces. */
  | '001'
  /** Cabinets, which state their number and the name of the next one. */
  | 'cab';

interface VolumeName {
  readonly style: Style;
  /** The name without the volume's number: `name`, or `name.7z`. */
  readonly base: string;
  /** Number from 1; null for the `.zip` at the end of `z01`. */
  readonly number: number | null;
  /** Number of digits of the number. */
  readonly digits: number;
}

/** Volumes that belong together, in any order. */
interface VolumeSet {
  readonly style: Style;
  readonly base: string;
  readonly digits: number;
  readonly volumes: readonly { readonly number: number | null; readonly input: LocalInput }[];
  /** Names of the volumes of `cab`, as their neighbours state them. */
  readonly names?: ReadonlyMap<number, string>;
}

const PIECES = /^(.+\.(?:7z|zip|zipx|rar|tar|iso|cab|gz|tgz|bz2|tbz2?|xz|txz|zst|tzst|lz4|lz|lzma|Z))\.(\d{3,5})$/i;

/** Returns the volume that a file is by its name. A plain `.rar`, `.zip` or `.arj` is one only together with others. */
function volumeNameOf(filename: string): VolumeName | null {
  const part = /^(.+)\.part(\d{1,5})\.rar$/i.exec(filename);
  if (part !== null) return numbered('part.rar', part, 0);
  const piece = PIECES.exec(filename);
  if (piece !== null) return numbered('001', piece, 0);
  const old = /^(.+)\.([r-y])(\d\d)$/i.exec(filename);
  if (old !== null) return numbered('r00', [old[0], old[1], old[3]], 2 + 100 * lettersAfterR(old[2]));
  const arj = /^(.+)\.a(\d\d)$/i.exec(filename);
  if (arj !== null) return numbered('a01', arj, 1);
  const zip = /^(.+)\.z(\d\d)$/i.exec(filename);
  return zip === null ? null : numbered('z01', zip, 0);
}

function numbered(
  style: Style,
  [, base = '', digits = '']: readonly (string | undefined)[],
  offset: number,
): VolumeName {
  return { style, base, number: Number(digits) + offset, digits: digits.length };
}

const lettersAfterR = (letter = 'r'): number => letter.toLowerCase().charCodeAt(0) - 'r'.charCodeAt(0);

/** The volume of a set whose name has no number: its extension, and its number. */
const PARTNERS: Partial<Record<Style, { readonly extension: string; readonly number: number | null }>> = {
  r00: { extension: 'rar', number: 1 },
  a01: { extension: 'arj', number: 1 },
  z01: { extension: 'zip', number: null },
};

/** Returns `name.rar` for `name.r00`, `name.zip` for `name.z01`, `name.arj` for `name.a01`. */
function partnerOf(filename: string, { style, base, digits }: VolumeName): VolumeName | null {
  const partner = PARTNERS[style];
  if (partner === undefined || filename.toLowerCase() !== `${base}.${partner.extension}`.toLowerCase()) return null;
  return { style, base, number: partner.number, digits };
}

/** Returns the set that all inputs are volumes of; null if they are not volumes of one set. A single volume is a set too. */
export async function volumeSetOf(inputs: readonly LocalInput[]): Promise<VolumeSet | null> {
  return namedSetOf(inputs) ?? (await firstOfArj(inputs)) ?? (await cabinetSetOf(inputs));
}

/** An ARJ that continues in another volume is named like any ARJ. */
async function firstOfArj(inputs: readonly LocalInput[]): Promise<VolumeSet | null> {
  const [input, ...others] = inputs;
  if (input === undefined || others.length > 0 || input.format?.name !== 'arj') return null;
  const base = /^(.+)\.arj$/i.exec(input.filename)?.[1];
  if (base === undefined || !(await isArjVolume(input.path))) return null;
  return { style: 'a01', base, digits: 2, volumes: [{ number: 1, input }] };
}

async function cabinetSetOf(inputs: readonly LocalInput[]): Promise<VolumeSet | null> {
  const volumes: { number: number; input: LocalInput }[] = [];
  const names = new Map<number, string>();
  const ids = new Set<number>();
  for (const input of inputs) {
    const cabinet = input.format?.name === 'cab' ? await readCabinet(input.path) : null;
    if (cabinet === null || volumes.some(({ number }) => number === cabinet.number)) return null;
    const { number, previous, next, setId } = cabinet;
    ids.add(setId);
    if (previous !== null) names.set(number - 1, previous);
    if (next !== null) names.set(number + 1, next);
    volumes.push({ number, input });
  }
  if (ids.size !== 1) return null;
  const [first] = volumes.sort((one, other) => one.number - other.number);
  return { style: 'cab', base: baseOfInput(first?.input.filename ?? ''), digits: 0, volumes, names };
}

/** Styles whose volumes begin like every archive of the format. */
const SIGNED: Partial<Record<Style, string>> = { 'part.rar': 'rar', r00: 'rar', a01: 'arj' };

function namedSetOf(inputs: readonly LocalInput[]): VolumeSet | null {
  const named = inputs.map(({ filename }) => volumeNameOf(filename));
  const first = named.find((name) => name !== null) ?? null;
  if (first === null) return null;
  const volumes: { number: number | null; input: LocalInput }[] = [];
  for (const [index, input] of inputs.entries()) {
    const name = named[index] ?? partnerOf(input.filename, first);
    if (name === null || name.style !== first.style || name.base.toLowerCase() !== first.base.toLowerCase())
      return null;
    if (volumes.some(({ number }) => number === name.number)) return null;
    volumes.push({ number: name.number, input });
  }
  // Other programs use such extensions too. Volumes of zips and pieces have no signature.
  const format = SIGNED[first.style];
  if (format !== undefined && !inputs.some((input) => input.format?.name === format)) return null;
  return { style: first.style, base: first.base, digits: first.digits, volumes };
}

/** Returns the name of a volume of the set, or of a set with another base. */
function nameOfVolume({ style, base, digits, names }: Omit<VolumeSet, 'volumes'>, number: number | null): string {
  if (style === 'cab') return names?.get(number ?? 0) ?? `cabinet ${number}`;
  const written = (value: number) => String(value).padStart(digits, '0');
  if (style === 'part.rar') return `${base}.part${written(number ?? 0)}.rar`;
  if (style === '001') return `${base}.${written(number ?? 0)}`;
  if (style === 'z01') return number === null ? `${base}.zip` : `${base}.z${written(number)}`;
  if (number === 1) return `${base}.${PARTNERS[style]?.extension}`;
  if (style === 'a01') return `${base}.a${written((number ?? 0) - 1)}`;
  const after = (number ?? 0) - 2;
  return `${base}.${String.fromCharCode('r'.charCodeAt(0) + Math.floor(after / 100))}${written(after % 100)}`;
}

/**
 * Makes one input of all volumes of a set, in any order: joins pieces, and gives others the names by which 7-Zip finds the next one. Throws
 * `input_truncated` with the names of volumes that are missing before the last one.
 */
export async function joinVolumes(set: VolumeSet, limits: ArchiveLimits, context: WorkContext): Promise<LocalInput> {
  const missing = missingBefore(set);
  if (missing.length > 0) throw volumesMissing(set, missing.join(', '));
  const sorted = [...set.volumes].sort((a, b) => (a.number ?? Number.MAX_VALUE) - (b.number ?? Number.MAX_VALUE));
  const folder = join(context.workFolder, 'volumes');
  await mkdir(folder);
  const size = sorted.reduce((total, { input }) => total + input.size, 0);
  const decryptPassword = sorted.find(({ input }) => input.decryptPassword !== null)?.input.decryptPassword ?? null;
  const [first] = sorted;
  if (first === undefined) throw new ConversionError('input_count', 'An archive needs at least one input.');
  const path = await putTogether({ ...set, volumes: sorted }, folder, limits, context);
  const extension = EXTENSIONS[set.style];
  const filename = extension === null ? set.base : `${set.base}.${extension}`;
  return { id: first.input.id, path, filename, size, format: await identify(path), decryptPassword };
}

/** Joins volumes in order to one file, or puts them side by side under names by which 7-Zip finds them. Returns the file to open. */
async function putTogether(
  set: VolumeSet,
  folder: string,
  limits: ArchiveLimits,
  context: WorkContext,
): Promise<string> {
  const path = join(folder, 'joined');
  const inputs = set.volumes.map(({ input }) => input);
  if (set.style === '001') {
    for (const input of inputs) {
      await pipeline(createReadStream(input.path), createWriteStream(path, { flags: 'a' }), { signal: context.signal });
    }
    return path;
  }
  if (set.style === 'a01') {
    const inputBytes = inputs.reduce((total, { size }) => total + size, 0);
    const volumes = inputs.map((input) => input.path);
    await joinArj(volumes, path, { inputBytes, limits }, context).catch((error: unknown) => {
      throw errorOfSet(set, error);
    });
    return path;
  }
  const [first] = set.volumes;
  const naming = await namingOf(set, first?.input.path ?? '');
  for (const { number, input } of set.volumes) await symlink(input.path, join(folder, nameOfVolume(naming, number)));
  return join(folder, nameOfVolume(naming, set.style === 'z01' ? null : (first?.number ?? null)));
}

/** Extension of the joined archive; null if the set's own name has one. */
const EXTENSIONS: Record<Style, string | null> = {
  '001': null,
  'part.rar': 'rar',
  r00: 'rar',
  a01: 'arj',
  z01: 'zip',
  cab: 'cab',
};

/** Returns the set with the names by which 7-Zip finds the next volume, which may differ from the inputs' names. */
async function namingOf(set: VolumeSet, first: string): Promise<VolumeSet> {
  const base = 'volume';
  if (set.style === 'z01') return { ...set, base };
  if (set.style !== 'cab')
    return {
      ...set,
      base,
      ...((await numbersParts(first)) ? { style: 'part.rar', digits: 1 } : { style: 'r00', digits: 2 }),
    };
  // A name that leads elsewhere or is repeated belongs to no input: 7-Zip will report it as missing.
  const names = new Map<number, string>();
  for (const number of set.volumes.map((volume) => volume.number ?? 0)) {
    const name = set.names?.get(number) ?? '';
    const isUsable = /^(?!\.\.?$)[^/\0]+$/.test(name) && ![...names.values()].includes(name);
    names.set(number, isUsable ? name : `unnamed ${number}`);
  }
  return { ...set, names };
}

/** Whether a RAR names its volumes `part1`, `part2`, …, as all of version 5 do. */
async function numbersParts(path: string): Promise<boolean> {
  await using file = await open(path);
  const head = await read(file, 0, 12);
  return head.length < 12 || head[6] !== 0 || (head.readUInt16LE(10) & 0x10) !== 0;
}

/** Returns the names of missing volumes before the last one. */
function missingBefore(set: VolumeSet): string[] {
  const numbers = new Set(set.volumes.map(({ number }) => number));
  const last = Math.max(0, ...set.volumes.map(({ number }) => number ?? 0));
  const missing: string[] = [];
  for (let number = 1; number <= last && missing.length < MAX_NAMED; number += 1) {
    if (!numbers.has(number)) missing.push(nameOfVolume(set, number));
  }
  if (set.style === 'z01' && !numbers.has(null)) missing.push(nameOfVolume(set, null));
  return missing;
}

const MAX_NAMED = 20;

/** Returns the error for a joined set that cannot be unpacked: if it ends early, volumes after the last are missing. */
export function errorOfSet(set: VolumeSet, error: unknown): unknown {
  if (!(error instanceof ConversionError) || error.code !== 'input_truncated') return error;
  const last = Math.max(...set.volumes.map(({ number }) => number ?? 0));
  return volumesMissing(set, `${nameOfVolume(set, last + 1)} and perhaps more`, error);
}

function volumesMissing({ volumes }: VolumeSet, missing: string, cause?: unknown): ConversionError {
  const what =
    volumes.length === 1
      ? `${volumes[0]?.input.filename} is one volume of an archive, and others are missing`
      : 'Volumes of the archive are missing';
  const message = `${what}: ${missing}. Give all volumes as inputs of one conversion.`;
  return new ConversionError('input_truncated', message, { cause, details: { missing } });
}
