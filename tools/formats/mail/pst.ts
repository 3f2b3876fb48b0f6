import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { ProgramCall } from '../../../src/process/program-call.ts';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { MAIL_LIMITS } from './mail.ts';

/** Reads the folders of Outlook's stores (pst). */
export const READPST: ProgramPlaces = {
  name: 'readpst',
  candidates: ['/usr/bin/readpst'],
  package: 'pst-utils',
  purpose: "Outlook's stores (pst)",
};

const MiB = 1024 ** 2;
const LIMITS = { cpuSeconds: 120, memoryBytes: 1024 * MiB, fileBytes: 2 * MAIL_LIMITS.inputBytes };

/** The mailbox of one folder of a store. */
export interface StoreFolder {
  /** Its path as Outlook shows it, below the store itself: `Inbox / Offers`. */
  readonly name: string;
  readonly path: string;
}

/** Files of its own that readpst writes. */
const MAILBOX = 'mbox';

/** What readpst says at the end of each folder. */
const SKIPPED = /items? done, (\d+) items? skipped\.$/gm;

/**
 * Takes the mails out of a store, as a mailbox for each of its folders, in their order; a warning counts what is not a mail. Null if the
 * store cannot be opened. Throws ConversionError `program_missing`, and what running a program throws.
 * @param folder new, inside the work folder
 */
export async function mailboxesOfStore(
  input: LocalInput,
  folder: string,
  context: WorkContext,
): Promise<readonly StoreFolder[] | null> {
  const stdout = await runReadpst(
    {
      name: READPST.name,
      path: await findProgram(READPST),
      // -r: a folder for each folder; -D: also that of deleted items; -b: no second copy of texts as RTF; -8: texts in UTF-8; -j 0: one process.
      args: ['-r', '-te', '-D', '-b', '-8', '-j', '0', '-o', folder, input.path],
      limits: LIMITS,
      acceptExitCodes: 'any',
    },
    context,
  );
  if (stdout === null) return null;
  const skipped = [...stdout.matchAll(SKIPPED)].reduce((sum, [, count]) => sum + Number(count), 0);
  if (skipped > 0) {
    const what = pluralize(skipped, 'item', 'items');
    const message = `${what} of ${input.filename} left out: not a mail (but a contact, an appointment, a task or a note), or not readable.`;
    context.warn('output_limited', message, { items: skipped });
  }
  const found = (await readdir(folder, { recursive: true, withFileTypes: true })).filter(
    (entry) => entry.isFile() && entry.name === MAILBOX,
  );
  return found
    .map(({ parentPath, name }) => ({ name: folderName(relative(folder, parentPath)), path: join(parentPath, name) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Returns what readpst says; null if it fails, or crashes as it does at some kinds of damage. */
async function runReadpst(call: ProgramCall, context: WorkContext): Promise<string | null> {
  try {
    const { exitCode, stdout } = await context.run(call);
    return exitCode === 0 ? stdout : null;
  } catch (error) {
    if (error instanceof ConversionError && error.code === 'engine_crashed') return null;
    throw error;
  }
}

/** Returns the path of a folder without the store itself, which has the first place in it. */
function folderName(path: string): string {
  const [store = '', ...below] = path.split(sep);
  return below.length === 0 ? store : below.join(' / ');
}
