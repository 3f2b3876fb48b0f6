import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { MAIL_LIMITS, type MailFile } from './mail.ts';

/** Unpacks Outlook's winmail.dat (MS-OXTNEF). */
export const TNEF: ProgramPlaces = {
  name: 'tnef',
  candidates: ['/usr/bin/tnef'],
  package: 'tnef',
  purpose: "Outlook's winmail.dat",
};

const MiB = 1024 ** 2;
const LIMITS = { cpuSeconds: 60, memoryBytes: 1024 * MiB, fileBytes: MAIL_LIMITS.inputBytes };

/** Name for the texts of the mail, which no attachment has. */
const BODY = 'text-of-the-mail-5d1c';

/** A text in a winmail.dat. */
export interface TnefBody {
  readonly path: string;
  readonly type: 'html' | 'rtf' | 'txt';
}

export interface Unpacked {
  readonly files: readonly MailFile[];
  /** Its text, with formats if it has such a one. */
  readonly body: TnefBody | null;
}

const TYPES: ReadonlySet<string> = new Set(['application/ms-tnef', 'application/vnd.ms-tnef']);

export const isTnef = ({ type, name }: MailFile): boolean => TYPES.has(type) || /^win(?:mail)?\.dat$/i.test(name);

/**
 * Unpacks a winmail.dat into `into`, a new folder below `folder`, in which the files are named from there. Null if it is damaged. Throws
 * ConversionError `program_missing`, and what running a program throws.
 */
export async function unpackTnef(
  path: string,
  folder: string,
  into: string,
  context: WorkContext,
): Promise<Unpacked | null> {
  const target = join(folder, into);
  await mkdir(target);
  if (!(await runTnef(path, target, context))) return null;
  const names = (await readdir(target)).slice(0, MAIL_LIMITS.files);
  const bodies = names.filter((name) => name.startsWith(BODY));
  const found = (['html', 'rtf', 'txt'] as const).find((type) => bodies.includes(`${BODY}.${type}`));
  const body = found === undefined ? null : { path: join(target, `${BODY}.${found}`), type: found };
  const files: MailFile[] = [];
  for (const name of names.filter((each) => !bodies.includes(each))) {
    const stats = await stat(join(target, name));
    if (!stats.isFile()) continue;
    const facts = { type: '', contentId: null, isInline: false, mail: null };
    files.push({ name, file: `${into}/${name}`, size: stats.size, ...facts });
  }
  return { files, body };
}

/** Returns whether the program could unpack the file: it ends itself at many kinds of damage. */
async function runTnef(path: string, target: string, context: WorkContext): Promise<boolean> {
  const call = {
    name: TNEF.name,
    path: await findProgram(TNEF),
    args: ['--overwrite', '--ignore-checksum', '--body-pref=ALL', `--save-body=${BODY}`, '-C', target, path],
    limits: LIMITS,
    acceptExitCodes: 'any',
  } as const;
  try {
    return (await context.run(call)).exitCode === 0;
  } catch (error) {
    if (error instanceof ConversionError && /^(?:engine_crashed|limit_)/.test(error.code)) return false;
    throw error;
  }
}
