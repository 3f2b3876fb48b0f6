import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stem } from '../../../src/files/filename.ts';
import { formatBytes } from '../../../src/process/limits.ts';
import { locateProgram } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { MAIL_LIMITS, type Mail, type MailFile, type MailFormat } from './mail.ts';
import type { PageFacts, PageOptions } from './page.ts';
import { runInMailPool } from './pool.ts';
import { mailboxesOfStore, type StoreFolder } from './pst.ts';
import { inputName, NAMES } from './run-job.ts';
import { isTnef, TNEF, type TnefBody, unpackTnef } from './tnef.ts';

/** Mails that were read, with their files in a folder. */
export interface Mails {
  readonly mails: readonly Mail[];
  readonly folder: string;
  /** Texts with formats that were found in winmail.dat, by the index of the mail's body. */
  readonly texts: ReadonlyMap<number, TnefBody>;
}

/**
 * Reads a mail, a mailbox or a store with everything in it; winmail.dat is unpacked. Throws ConversionError `input_too_large`,
 * `input_damaged`, `program_missing` for a winmail.dat alone and for a store, and what pools and programs throw.
 */
export async function readMails(input: LocalInput, format: MailFormat, context: WorkContext): Promise<Mails> {
  const folder = await partFolder(context, 'mails');
  if (input.size > MAIL_LIMITS.inputBytes) throw tooLarge(input);
  if (format === 'tnef') return readTnef(input, folder, context);
  const files = format === 'pst' ? await foldersOfStore(input, context) : [{ name: null, path: input.path }];
  await runInMailPool(
    { job: 'read', format: format === 'pst' ? 'mbox' : format, folders: files.map(({ name }) => name) },
    { inputs: Object.fromEntries(files.map(({ path }, index) => [inputName(index), path])), outputFolder: folder },
    context,
  );
  const mails = JSON.parse(await readFile(join(folder, NAMES.mails), 'utf8')) as Mail[];
  if (mails.length === 0) throw damaged(input, 'no mail was found in it');
  const unpacker = new Unpacker(folder, input, context);
  const found = await unpacker.all(mails);
  if (unpacker.count > 0) await writeFile(join(folder, NAMES.mails), JSON.stringify(found));
  return { mails: found, folder, texts: unpacker.texts };
}

/** Makes one page of HTML of mails. Throws ConversionError as a pool does. */
export async function mailsToHtml(
  { folder, mails, texts }: Mails,
  options: PageOptions,
  context: WorkContext,
): Promise<{ readonly path: string; readonly facts: PageFacts }> {
  const bodies = [...texts].map(([body, { type }]) => ({ body, input: `text-${body}`, type }));
  const inputs = {
    [NAMES.mails]: join(folder, NAMES.mails),
    [NAMES.bodies]: join(folder, NAMES.bodies),
    ...Object.fromEntries([...texts].map(([body, { path }]) => [`text-${body}`, path])),
    ...Object.fromEntries(picturesOf(mails).map((file) => [file, join(folder, file)])),
  };
  const outputFolder = await partFolder(context, 'page');
  const facts = await runInMailPool({ job: 'page', options, bodies }, { inputs, outputFolder }, context);
  if (facts === null) throw new Error('a page of mails comes with its facts');
  return { path: join(outputFolder, NAMES.page), facts };
}

/** Returns the files that a page may show, up to the limit of their bytes. */
function picturesOf(mails: readonly Mail[]): string[] {
  const named: string[] = [];
  for (const { files } of mails) {
    for (const { file, contentId, isInline, mail } of files) {
      if (mail !== null) named.push(...picturesOf([mail]));
      else if ((contentId !== null || isInline) && !file.includes('/')) named.push(file);
    }
  }
  return named;
}

/** Returns the mailboxes of a store. Throws ConversionError `input_too_large`, `input_damaged`. */
async function foldersOfStore(input: LocalInput, context: WorkContext): Promise<readonly StoreFolder[]> {
  const found = await mailboxesOfStore(input, await partFolder(context, 'store'), context);
  const { filename } = input;
  if (found === null)
    throw damaged(input, 'it cannot be opened. (Stores of Outlook 2013 and later called ost are not read)');
  if (found.length === 0) throw new ConversionError('input_wrong_type', `${filename} holds no mail that can be read.`);
  const sizes = await Promise.all(found.map(async ({ path }) => (await stat(path)).size));
  const size = sizes.reduce((sum, each) => sum + each, 0);
  if (size > MAIL_LIMITS.inputBytes) throw tooLarge({ ...input, size });
  return found;
}

async function readTnef(input: LocalInput, folder: string, context: WorkContext): Promise<Mails> {
  const unpacked = await unpackTnef(input.path, folder, 'tnef', context);
  if (unpacked === null) throw damaged(input, 'it cannot be unpacked');
  const nobody = { from: [], to: [], cc: [], bcc: [], date: null, messageId: null, further: [], seal: null };
  const mails: Mail[] = [{ ...nobody, subject: stem(input.filename), body: 0, files: unpacked.files }];
  await writeFile(join(folder, NAMES.mails), JSON.stringify(mails));
  await writeFile(join(folder, NAMES.bodies), JSON.stringify([{ html: null, text: null }]));
  return { mails, folder, texts: new Map(unpacked.body === null ? [] : [[0, unpacked.body]]) };
}

/** More than any mail has. */
const MOST_TNEF = 50;

/** Unpacks the winmail.dat of mails: what is in it takes its place. */
class Unpacker {
  count = 0;
  readonly texts = new Map<number, TnefBody>();
  readonly #folder: string;
  readonly #input: LocalInput;
  readonly #context: WorkContext;

  constructor(folder: string, input: LocalInput, context: WorkContext) {
    this.#folder = folder;
    this.#input = input;
    this.#context = context;
  }

  async all(mails: readonly Mail[]): Promise<Mail[]> {
    const done: Mail[] = [];
    for (const mail of mails) done.push(await this.#of(mail));
    return done;
  }

  async #of(mail: Mail): Promise<Mail> {
    if (!mail.files.some((file) => file.mail !== null || isTnef(file))) return mail;
    const files: MailFile[] = [];
    for (const file of mail.files) {
      if (isTnef(file)) files.push(...((await this.#unpack(file, mail)) ?? [file]));
      else files.push(file.mail === null ? file : { ...file, mail: await this.#of(file.mail) });
    }
    return { ...mail, files };
  }

  /** Returns the files of a winmail.dat; null if it stays, with a warning. */
  async #unpack(file: MailFile, { body }: Mail): Promise<readonly MailFile[] | null> {
    if ((await locateProgram(TNEF)) === null)
      return this.#stays(file, `tnef is not installed (package ${TNEF.package})`);
    if (this.count >= MOST_TNEF) return this.#stays(file, `no more than ${MOST_TNEF} are unpacked`);
    const into = `tnef-${this.count++}`;
    const unpacked = await unpackTnef(join(this.#folder, file.file), this.#folder, into, this.#context);
    if (unpacked === null) return this.#stays(file, 'it is damaged');
    if (unpacked.body !== null) this.texts.set(body, unpacked.body);
    return unpacked.files;
  }

  #stays({ name }: MailFile, reason: string): null {
    const message = `${name || 'winmail.dat'} in ${this.#input.filename} was not unpacked: ${reason}.`;
    this.#context.warn('output_limited', message);
    return null;
  }
}

/** Returns the size of a mail or mailbox that is too large as an error. */
function tooLarge({ filename, size }: LocalInput): ConversionError {
  const limit = MAIL_LIMITS.inputBytes;
  const message = `${filename} is larger than ${formatBytes(limit)}, the most that is read of mails. Split the mailbox.`;
  return new ConversionError('input_too_large', message, { details: { size, limit } });
}

const damaged = ({ filename }: LocalInput, problem: string): ConversionError =>
  new ConversionError('input_damaged', `${filename} is damaged: ${problem}.`);
