import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { unpackingError } from './failures.ts';
import type { ArchiveEntry, Listing } from './list.ts';
import { canBeUtf8 } from './names/encodings.ts';
import { passwordLine } from './passwords.ts';
import { findSevenZip } from './programs.ts';
import { unsafe } from './safety.ts';
import * as sevenZip from './sevenzip.ts';

/** Longest target that file systems allow. */
const MAX_TARGET_BYTES = 4096;

/** Targets of symbolic links by their listed names, both with a character for each byte. */
export type LinkTargets = ReadonlyMap<string, string>;

/**
 * Reads the targets of an archive's symbolic links. A tar and similar formats list them; in a zip and a 7z the target is the content of the
 * entry, which 7-Zip writes to standard output: no link is made while an archive is unpacked. Throws `input_unsafe` for a link whose target
 * cannot be read, and what running a program throws.
 */
export async function readLinkTargets(
  archive: string,
  listing: Listing,
  { input, context }: { readonly input: LocalInput; readonly context: WorkContext },
): Promise<LinkTargets> {
  const links = listing.entries.filter(({ special }) => special === 'symbolic link');
  const targets = new Map(links.map(({ path, leadsTo }) => [path, leadsTo ?? '']));
  const stored = links.filter(({ leadsTo }) => leadsTo === null);
  if (stored.length === 0) return targets;
  for (const { path, size } of stored) {
    if (size === null || size > MAX_TARGET_BYTES || !canBeUtf8(path)) {
      throw unsafe('holds a symbolic link that cannot be read', path);
    }
  }
  const content = await readStored(archive, listing.type, stored, { input, context });
  let at = 0;
  for (const { path, size } of stored) {
    targets.set(path, content.slice(at, at + (size ?? 0)));
    at += size ?? 0;
  }
  return targets;
}

/** Returns the concatenated contents of the entries, with a character for each byte. */
async function readStored(
  archive: string,
  type: string | null,
  entries: readonly ArchiveEntry[],
  { input, context }: { readonly input: LocalInput; readonly context: WorkContext },
): Promise<string> {
  const names = join(context.workFolder, 'links.txt');
  const stdoutFile = join(context.workFolder, 'targets');
  await writeFile(names, entries.map(({ path }) => `${path}\n`).join(''), 'latin1');
  const { exitCode, stderr } = await context.run({
    ...(await findSevenZip(type === null ? [] : [type])),
    args: sevenZip.printArguments(archive, type, names),
    stdin: passwordLine(input.decryptPassword),
    env: sevenZip.ENVIRONMENT,
    stdoutFile,
    acceptExitCodes: 'any',
  });
  const passwordGiven = input.decryptPassword !== null;
  if (exitCode !== 0) {
    throw unpackingError({ program: '7zz', exitCode, said: stderr.replaceAll(archive, ''), passwordGiven });
  }
  const content = await readFile(stdoutFile, 'latin1');
  await Promise.all([rm(names), rm(stdoutFile)]);
  const expected = entries.reduce((total, { size }) => total + (size ?? 0), 0);
  if (content.length !== expected) {
    throw new ConversionError(
      'input_damaged',
      'The links of the archive are not what it lists, so it is not converted.',
    );
  }
  return content;
}
