import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { identify } from '../../../src/files/identify.ts';
import type { ProgramCall, ProgramResult } from '../../../src/process/program-call.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { asTar } from './as-tar.ts';
import { runWithin } from './budget.ts';
import { contradictory, passwordNeeded, unpackingError, volumesMissing } from './failures.ts';
import { listHardLinks, makeHardLinks } from './hard-links.ts';
import type { ArchiveKind, StreamUnpacking } from './kinds.ts';
import type { ArchiveLimits } from './limits.ts';
import { readLinkTargets } from './link-targets.ts';
import { hasSameEntries, type Listing, readListing } from './list.ts';
import { readableLzh } from './lzh.ts';
import type { Contents } from './members.ts';
import type { NameEncoding } from './names/encodings.ts';
import { readNameFields } from './names/fields.ts';
import { warnOfNames } from './names/warnings.ts';
import { nameOfStream } from './naming.ts';
import { isOneLine, passwordLine } from './passwords.ts';
import { placeMembers } from './place-members.ts';
import { findProgram, findSevenZip } from './programs.ts';
import { endOfData, refuseUnsafe, sharePlaces, tooManyEntries, unsafe } from './safety.ts';
import { hiddenLinkIn } from './second-opinion.ts';
import * as sevenZip from './sevenzip.ts';
import { expandSparse, mayBeSparse } from './sparse.ts';
import {
  decodedPart,
  hasWholeEntries,
  isTruncation,
  warnOfCut,
  warnOfCutStream,
  wholeEntries,
  withoutLastSize,
} from './truncated.ts';
import {
  warnOfContradiction,
  warnOfDrives,
  warnOfLinks,
  warnOfRemains,
  warnOfReplaced,
  warnOfRoots,
} from './warnings.ts';
import { countTableEntries } from './zip-table.ts';

/** Context for unpacking one input. */
export interface Unpacker {
  readonly input: LocalInput;
  readonly context: WorkContext;
  readonly limits: ArchiveLimits;
  /** Encoding of names that do not state theirs; default: the most likely one. */
  readonly nameEncoding?: NameEncoding | null;
  /** Whether symbolic links that stay inside are kept, as members of the kind `link`; default: they are left out. */
  readonly keepLinks?: boolean;
  /** Whether complete entries of a truncated archive are unpacked, with a warning; default: it is refused. */
  readonly takesCut?: boolean;
  /** Reports the percentage of the unpacking. */
  readonly progress: (percent: number) => void;
}

/**
 * Unpacks an input archive, with both layers of a tar.gz and similar, but no nested archives. Unpacks everything or nothing, unless
 * `takesCut` is set. Throws ConversionError: `input_empty`, `input_password_needed`, `input_password_wrong`, `input_truncated`,
 * `input_damaged`, `input_wrong_type`, `input_unsafe`, `input_bomb`.
 */
export async function unpack({ unpacking, recognized }: ArchiveKind, unpacker: Unpacker): Promise<Contents> {
  const { input } = unpacker;
  if (input.size === 0)
    throw new ConversionError('input_empty', `${input.filename} is empty, so it is not an archive.`);
  if (input.decryptPassword !== null && !isOneLine(input.decryptPassword)) {
    throw new ConversionError(
      'input_password_wrong',
      'A decrypt_password must not contain line breaks or NUL characters.',
    );
  }
  try {
    if (unpacking.how === 'stream') return await unpackStream(unpacking, unpacker);
    const { types } = unpacking;
    const archive = types.includes('Lzh') ? await readableLzh(input.path, unpacker.context) : input.path;
    return await unpackEntries(archive, types, unpacker).catch((error: unknown) =>
      types.includes('zip') ? unpackContradictory(archive, unpacker, error) : Promise.reject(error),
    );
  } catch (error) {
    if (recognized || !(error instanceof ConversionError && error.code === 'input_damaged')) throw error;
    const message = `${input.filename} is not what its name says: no archive of that kind is in it.`;
    throw new ConversionError('input_wrong_type', message, { cause: error });
  }
}

/**
 * A zip states most facts about an entry twice. If they differ, 7-Zip gives up, and libarchive may not: its result is used if it is
 * complete, with the sizes and checksums that the zip states, and 7-Zip lists the same entries. Otherwise throws 7-Zip's error.
 */
async function unpackContradictory(archive: string, unpacker: Unpacker, error: unknown): Promise<Contents> {
  const { input, context, limits } = unpacker;
  if (!(error instanceof ConversionError && error.code === 'input_damaged')) throw error;
  const { listing } = await list(archive, ['zip'], unpacker);
  const isPlain = listing.type === 'zip' && !listing.entries.some(({ encrypted }) => encrypted);
  if (!isPlain) throw error;
  const refused = contradictory(input, error);
  if (sharePlaces(listing.entries)) throw refused;
  // Neither program lists an entry of the table that begins at the offset of another.
  if ((await countTableEntries(archive, endOfData(listing.entries))) !== listing.entries.length) throw refused;
  const bsdtar = await findProgram('bsdtar').catch(() => null);
  if (bsdtar === null) throw refused;
  // libarchive ignores wrong checksums when it copies to a tar, but not when it unpacks.
  const stdoutFile = join(context.workFolder, 'contradictory');
  const { exitCode } = await attempt(unpacker, bsdtar, ['-xOf', archive], { stdoutFile });
  await rm(stdoutFile, { force: true });
  const tar = exitCode === 0 ? await asTar(archive, { inputBytes: input.size, limits }, context) : null;
  if (tar === null) throw refused;
  const listed = await list(tar, ['tar'], unpacker);
  if (!hasSameEntries(listing, listed.listing)) throw refused;
  await rm(join(context.workFolder, 'unpacked'), { recursive: true, force: true });
  const contents = await unpackEntries(tar, ['tar'], unpacker, listed);
  await rm(tar);
  warnOfContradiction(input, context);
  return contents;
}

async function unpackStream({ decoder, inner, plain }: StreamUnpacking, unpacker: Unpacker): Promise<Contents> {
  const { progress } = unpacker;
  const { decoded, cut } = await decodeWhatIsThere(decoder, {
    ...unpacker,
    progress: (percent) => progress(percent / 2),
  });
  const second: Unpacker = { ...unpacker, progress: (percent) => progress(50 + percent / 2) };
  // A compressed cpio is rare and its content easy to recognize; any compressed file may contain a tar.
  const isCpio = plain && (await identify(decoded))?.name === 'cpio';
  for (const type of isCpio ? ['Cpio'] : inner) {
    const listed = await list(decoded, [type], second);
    if (listed.listing.type === null) continue;
    const contents = await unpackEntries(decoded, [type], second, listed);
    await rm(decoded);
    return contents;
  }
  if (cut !== null && (!plain || /\.(?:tar|cpio)$/i.test(nameOfStream(unpacker.input.filename)))) throw cut;
  if (plain) {
    const contents = await onlyFile(decoded, unpacker);
    if (cut !== null) warnOfCutStream(contents.members[0]?.size ?? 0, unpacker.input, unpacker.context);
    return contents;
  }
  throw new ConversionError('input_damaged', 'The package has no archive of files in it.');
}

/** Decompresses a truncated stream up to its end, if requested; `cut` then says why there is no more. */
async function decodeWhatIsThere(
  decoder: StreamUnpacking['decoder'],
  unpacker: Unpacker,
): Promise<{ decoded: string; cut: ConversionError | null }> {
  try {
    return { decoded: await decode(decoder, unpacker), cut: null };
  } catch (error) {
    if (unpacker.takesCut !== true || !(error instanceof ConversionError && isTruncation(error))) throw error;
    const decoded = await decodedPart(unpacker);
    if (decoded === null) throw error;
    return { decoded, cut: error };
  }
}

async function unpackEntries(
  archive: string,
  types: readonly string[],
  unpacker: Unpacker,
  listed?: Listed,
): Promise<Contents> {
  const { input, context, limits } = unpacker;
  const { listing: all, cut } = checked(listed ?? (await list(archive, types, unpacker)), types, unpacker);
  let listing = all;
  await refuseUnsafe({ listing: cut === null ? listing : withoutLastSize(listing), inputBytes: input.size, limits });
  if (mayBeSparse(listing)) {
    if (cut !== null) throw cut;
    const expanded = await expandSparse(archive, { inputBytes: input.size, limits }, context);
    const contents = await unpackEntries(expanded, types, unpacker);
    await rm(expanded);
    return contents;
  }
  const hidden = await hiddenLinkIn(archive, listing.type, context);
  if (hidden !== null) {
    const tar = await asTar(archive, { inputBytes: input.size, limits }, context);
    if (tar === null) throw unsafe('holds a link or a special file', hidden);
    const contents = await unpackEntries(tar, ['tar'], unpacker);
    await rm(tar);
    return contents;
  }
  if (listing.entries.some((entry) => entry.split)) throw volumesMissing();
  if (input.decryptPassword === null && listing.entries.some((entry) => entry.encrypted)) throw passwordNeeded();
  const root = join(context.workFolder, 'unpacked');
  await mkdir(root);
  const without = await listHardLinks(listing, context);
  const args = sevenZip.extractArguments(archive, listing.type, root, without);
  if (cut === null) await run(unpacker, await findSevenZip([]), args);
  else {
    const { stderr } = await attempt(unpacker, await findSevenZip([]), args);
    const rest = await wholeEntries(root, listing, stderr);
    if (rest === null) throw cut;
    listing = rest.listing;
    warnOfCut(rest, input, context);
  }
  await makeHardLinks(root, listing);
  const targets = await readLinkTargets(archive, listing, unpacker);
  const renamedRoot = join(context.workFolder, 'renamed');
  const fields = await readNameFields(archive, listing, context);
  const encoding = unpacker.nameEncoding ?? null;
  const keepLinks = unpacker.keepLinks ?? false;
  const { contents, links, copies, naming } = await placeMembers({
    ...{ root, renamedRoot, listing, targets, fields, encoding, inputId: input.id, keepLinks, limits },
  });
  if (!keepLinks) warnOfLinks('symbolic', links, 'left out', context);
  warnOfLinks('hard', copies, 'stored in full', context);
  warnOfNames(naming, encoding, context);
  warnOfDrives(contents, context);
  warnOfRoots(listing, context);
  await warnOfReplaced(listing, context);
  return contents;
}

/** A listing, and 7-Zip's outcome. */
export interface Listed {
  readonly listing: Listing;
  readonly exitCode: number;
  readonly said: string;
}

/** Lists an archive with 7-Zip; a listing without a type means that it is none of these types. */
export async function list(
  archive: string,
  types: readonly string[],
  { input, context, limits }: Unpacker,
): Promise<Listed> {
  const file = join(context.workFolder, 'listing.txt');
  const call: ProgramCall = {
    ...(await findSevenZip(types)),
    args: sevenZip.listArguments(archive, types.length === 1 ? (types[0] ?? null) : null),
    stdin: passwordLine(input.decryptPassword),
    env: sevenZip.ENVIRONMENT,
    stdoutFile: file,
    limits: { fileBytes: limits.maxListingBytes },
    acceptExitCodes: 'any',
  };
  const { exitCode, stderr } = await context.run(call).catch((error: unknown) => {
    const isTooLong = error instanceof ConversionError && error.code === 'limit_file_size';
    throw isTooLong ? tooManyEntries(limits) : error;
  });
  const listing = await readListing(file, limits.maxEntries);
  await rm(file);
  // Removes the path, whose words are not a message of 7-Zip.
  return { listing, exitCode, said: `${stderr}\n${listing.notes}`.replaceAll(archive, '') };
}

/** Returns the listing if 7-Zip could read all of it; or the rest of a truncated archive, with the error that it would otherwise be. */
function checked(
  { listing, exitCode, said }: Listed,
  types: readonly string[],
  unpacker: Unpacker,
): { listing: Listing; cut: ConversionError | null } {
  const { input, context } = unpacker;
  const isExpected = listing.type !== null && types.includes(listing.type);
  // Its own entries may be complete although earlier volumes are missing.
  if (listing.type === 'Rar5' && /^Volume Index = [1-9]/m.test(listing.notes)) throw volumesMissing();
  if (exitCode === 0 && isExpected) {
    // In a xar, 7-Zip mistakes the data of the last entries for data after the end.
    if (listing.type !== 'Xar' && /^WARNINGS:/m.test(listing.notes)) warnOfRemains(context);
    const entries = listing.entries.filter(({ path }) => !sevenZip.isVirtual(listing.type, path));
    return { listing: { ...listing, entries }, cut: null };
  }
  const error = unpackingError({ program: '7zz', exitCode, said, passwordGiven: input.decryptPassword !== null });
  const isTaken = unpacker.takesCut === true && isExpected && isTruncation(error) && hasWholeEntries(listing, input);
  if (isTaken) return { listing, cut: error };
  throw error;
}

/** Decompresses the input's single stream and returns its path. Throws as `unpack`. */
export async function decode(decoder: 'sevenZip' | 'bsdcat', unpacker: Unpacker): Promise<string> {
  const { input, context } = unpacker;
  const folder = join(context.workFolder, 'decoded');
  await mkdir(folder);
  if (decoder === 'bsdcat') {
    const stdoutFile = join(folder, 'stream');
    await run(unpacker, await findProgram('bsdcat'), ['--', input.path], { stdoutFile });
    if (await isCopy(stdoutFile, input.path)) {
      throw new ConversionError(
        'input_damaged',
        'The input is damaged at its beginning, so it cannot be decompressed.',
      );
    }
    return stdoutFile;
  }
  await run(unpacker, await findSevenZip([]), sevenZip.decodeArguments(input.path, folder));
  // The stream states the name; there is exactly one file.
  const [name] = await readdir(folder, 'buffer');
  if (name === undefined) throw new ConversionError('input_damaged', 'The input has no content to decompress.');
  const path = join(context.workFolder, 'stream');
  await rename(Buffer.concat([Buffer.from(`${folder}/`), name]), path);
  return path;
}

/** bsdcat copies what it does not recognise. The size may be equal by chance, the beginning may not. */
async function isCopy(decoded: string, original: string): Promise<boolean> {
  const [one, other] = await Promise.all([headOf(decoded), headOf(original)]);
  return one.size === other.size && one.head.equals(other.head);
}

async function headOf(path: string): Promise<{ size: number; head: Buffer }> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
  return { size: (await file.stat()).size, head: buffer.subarray(0, bytesRead) };
}

/** Runs one program that unpacks, within the budget; anything but success is an error. */
async function run(
  unpacker: Unpacker,
  program: Pick<ProgramCall, 'name' | 'path' | 'readable'>,
  args: readonly string[],
  more: Partial<ProgramCall> = {},
): Promise<void> {
  const { input, context } = unpacker;
  const { exitCode, stderr } = await attempt(unpacker, program, args, more);
  if (exitCode === 0) return;
  if (onlyHasRemains(stderr)) return warnOfRemains(context);
  const passwordGiven = input.decryptPassword !== null;
  throw unpackingError({ program: program.name, exitCode, said: stderr.replaceAll(input.path, ''), passwordGiven });
}

/** Like `run`, with any outcome. */
async function attempt(
  { input, context, limits, progress }: Unpacker,
  program: Pick<ProgramCall, 'name' | 'path' | 'readable'>,
  args: readonly string[],
  more: Partial<ProgramCall> = {},
): Promise<ProgramResult> {
  const call: ProgramCall = {
    ...program,
    args,
    stdin: passwordLine(input.decryptPassword),
    env: sevenZip.ENVIRONMENT,
    acceptExitCodes: 'any',
    onStdout: sevenZip.percentages(progress),
    ...more,
  };
  return runWithin({ inputBytes: input.size, limits }, call, context);
}

/** Whether there are only bytes after the end, mostly padding: 7-Zip unpacks all and reports them as its only error, others warn. */
function onlyHasRemains(stderr: string): boolean {
  const errors = stderr.split('\n').filter((line) => line.startsWith('ERROR'));
  return (
    errors.length > 0 && errors.every((line) => line.includes('There are some data after the end of the payload data'))
  );
}

/** Returns the content of a compressed file that is not an archive. */
async function onlyFile(decoded: string, { input, context }: Unpacker): Promise<Contents> {
  const root = join(context.workFolder, 'unpacked');
  await mkdir(root);
  const path = nameOfStream(input.filename);
  await rename(decoded, join(root, path));
  const { size } = await stat(join(root, path));
  return { root, members: [{ path, kind: 'file', size, inputId: input.id }], dated: false, encrypted: false };
}
