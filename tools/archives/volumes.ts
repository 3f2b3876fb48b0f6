import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { identify } from '../../src/files/identify.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../src/work/context.ts';

/** How the volumes of an archive are numbered. */
type Style =
  /** `name.part1.rar`, `name.part2.rar`, … */
  | 'part.rar'
  /** `name.rar`, `name.r00`, `name.r01`, … */
  | 'r00'
  /** `name.z01`, `name.z02`, …, and `name.zip` last. */
  | 'z01'
  /** `name.7z.001`, `name.7z.002`, …: one file cut into pieces. */
  | '001';

interface VolumeName {
  readonly style: Style;
  /** The name without the number of the volume: `name`, or `name.7z`. */
  readonly base: string;
  /** From 1; null: the `.zip` at the end of `z01`. */
  readonly number: number | null;
  /** Digits that the number is written with. */
  readonly digits: number;
}

/** Volumes that belong together, in whatever order they came. */
interface VolumeSet {
  readonly style: Style;
  readonly base: string;
  readonly digits: number;
  readonly volumes: readonly { readonly number: number | null; readonly input: LocalInput }[];
}

const PIECES = /^(.+\.(?:7z|zip|zipx|rar|tar|iso|cab|gz|tgz|bz2|tbz2?|xz|txz|zst|tzst|lz4|lz|lzma|Z))\.(\d{3,5})$/i;

/** The volume that a file is by its name alone. A plain `.rar` or `.zip` is one beside others only. */
function volumeNameOf(filename: string): VolumeName | null {
  const part = /^(.+)\.part(\d{1,5})\.rar$/i.exec(filename);
  if (part !== null) return numbered('part.rar', part, 0);
  const piece = PIECES.exec(filename);
  if (piece !== null) return numbered('001', piece, 0);
  const old = /^(.+)\.r(\d\d)$/i.exec(filename);
  if (old !== null) return numbered('r00', old, 2);
  const zip = /^(.+)\.z(\d\d)$/i.exec(filename);
  return zip === null ? null : numbered('z01', zip, 0);
}

function numbered(style: Style, [, base = '', digits = '']: RegExpExecArray, offset: number): VolumeName {
  return { style, base, number: Number(digits) + offset, digits: digits.length };
}

/** `name.rar` beside `name.r00`, `name.zip` beside `name.z01`. */
function partnerOf(filename: string, { style, base, digits }: VolumeName): VolumeName | null {
  if (style === 'r00' && filename.toLowerCase() === `${base}.rar`.toLowerCase())
    return { style, base, number: 1, digits };
  if (style === 'z01' && filename.toLowerCase() === `${base}.zip`.toLowerCase()) {
    return { style, base, number: null, digits };
  }
  return null;
}

/** The set that all the inputs are volumes of; null: they are not volumes of one set. One volume alone is a set, too. */
export function volumeSetOf(inputs: readonly LocalInput[]): VolumeSet | null {
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
  return { style: first.style, base: first.base, digits: first.digits, volumes };
}

/** The name of a volume of the set, or of one that a set of another base would have. */
function nameOfVolume({ style, base, digits }: Omit<VolumeSet, 'volumes'>, number: number | null): string {
  const written = (value: number) => String(value).padStart(digits, '0');
  if (style === 'part.rar') return `${base}.part${written(number ?? 0)}.rar`;
  if (style === '001') return `${base}.${written(number ?? 0)}`;
  if (style === 'z01') return number === null ? `${base}.zip` : `${base}.z${written(number)}`;
  return number === 1 ? `${base}.rar` : `${base}.r${written((number ?? 0) - 2)}`;
}

/**
 * One input of all volumes of a set, in whatever order they came: pieces are put together, others get names by which 7-Zip
 * finds one after the other. Throws `input_truncated` with the names of volumes that are missing before the last one.
 */
export async function joinVolumes(set: VolumeSet, context: WorkContext): Promise<LocalInput> {
  const missing = missingBefore(set);
  if (missing.length > 0) throw volumesMissing(set, missing.join(', '));
  const sorted = [...set.volumes].sort((a, b) => (a.number ?? Number.MAX_VALUE) - (b.number ?? Number.MAX_VALUE));
  const folder = join(context.workFolder, 'volumes');
  await mkdir(folder);
  const size = sorted.reduce((total, { input }) => total + input.size, 0);
  const decryptPassword = sorted.find(({ input }) => input.decryptPassword !== null)?.input.decryptPassword ?? null;
  const [first] = sorted;
  if (first === undefined) throw new ConversionError('input_count', 'An archive needs at least one input.');
  const joined = { id: first.input.id, size, decryptPassword };
  if (set.style === '001') {
    const path = join(folder, 'joined');
    for (const { input } of sorted) {
      await pipeline(createReadStream(input.path), createWriteStream(path, { flags: 'a' }), { signal: context.signal });
    }
    return { ...joined, path, filename: set.base, format: await identify(path) };
  }
  for (const { number, input } of sorted) {
    await symlink(input.path, join(folder, nameOfVolume({ ...set, base: 'volume' }, number)));
  }
  const opened = set.style === 'z01' ? null : (first.number ?? null);
  const path = join(folder, nameOfVolume({ ...set, base: 'volume' }, opened));
  const extension = set.style === 'z01' ? 'zip' : 'rar';
  return { ...joined, path, filename: `${set.base}.${extension}`, format: await identify(path) };
}

/** Names of those that must be there, as there are later ones. */
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

/** What a failure to unpack a joined set means: where it ends early, volumes after the last are missing. */
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
