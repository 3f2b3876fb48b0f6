import { lstat, mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { decodeCodePage } from './code-pages.ts';
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
  const files: MailFile[] = [];
  const bodies = new Map<string, string>();
  // Names can have any bytes, so each file gets another one.
  for (const [index, bytes] of (await readdir(target, { encoding: 'buffer' })).slice(0, MAIL_LIMITS.files).entries()) {
    const given = Buffer.concat([Buffer.from(`${target}/`), bytes]);
    const stats = await lstat(given);
    if (!stats.isFile()) continue;
    const name = nameOf(bytes);
    const file = `${into}/${index}`;
    await rename(given, join(folder, file));
    const facts = { type: '', contentId: null, isInline: false, mail: null };
    if (name.startsWith(BODY)) bodies.set(name.slice(BODY.length + 1), join(folder, file));
    else files.push({ name, file, size: stats.size, ...facts });
  }
  const [body = null] = (['html', 'rtf', 'txt'] as const).flatMap((type) => {
    const found = bodies.get(type);
    return found === undefined ? [] : [{ path: found, type }];
  });
  return { files, body };
}

function nameOf(bytes: Buffer): string {
  const name = bytes.toString();
  return name.includes('\ufffd') ? decodeCodePage(bytes, undefined) : name;
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
