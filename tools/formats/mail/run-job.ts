import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { detectEncoding, SAMPLE_BYTES } from '../text/encoding.ts';
import { readEml } from './eml.ts';
import { MAIL_LIMITS, type Mail, type MailBody, type MailFormat } from './mail.ts';
import { mailsOfMbox } from './mbox.ts';
import { readMsg } from './msg.ts';
import { mailsPage, type PageFacts, type PageOptions } from './page.ts';
import { bodyOfRtf } from './rtf-body.ts';
import { MailSink } from './sink.ts';
import type { TnefBody } from './tnef.ts';

/** Formats of files whose bytes the pool reads. */
type FileFormat = Exclude<MailFormat, 'pst' | 'tnef'>;

/** A job of the pool: reading files into mails.json, bodies.json and files; or making a page of these. */
export type MailJob =
  | {
      readonly job: 'read';
      readonly format: FileFormat;
      /** Which folder of a store each input is, by its number; null for any other file. */
      readonly folders: readonly (string | null)[];
    }
  | {
      readonly job: 'page';
      readonly options: PageOptions;
      /** Names of inputs with a text that replaces that of a mail, by the index of its body. */
      readonly bodies: readonly { readonly body: number; readonly input: string; readonly type: TnefBody['type'] }[];
    };

/** Names in the job's folder. */
export const NAMES = { mails: 'mails.json', bodies: 'bodies.json', page: 'page.html' } as const;

/** Returns the name of an input that is read, by its number. */
export const inputName = (index: number): string => `input-${index}`;

/** Runs a job in its folder. Runs in the worker process. Throws ConversionError. */
export async function runMailJob(job: MailJob, folder: string): Promise<PageFacts | null> {
  if (job.job === 'page') return makePage(job, folder);
  const sink = new MailSink(folder);
  const mails: Mail[] = [];
  for (const [index, name] of job.folders.entries()) {
    const found = await readAll(job.format, await readFile(join(folder, inputName(index))), sink);
    mails.push(...(name === null ? found : found.map((mail) => inFolder(mail, name))));
  }
  const index = JSON.stringify(mails);
  checkLength(index.length, MAIL_LIMITS.indexLength, 'headers of the mails');
  const length = sink.bodies.reduce((sum, { html, text }) => sum + (html?.length ?? 0) + (text?.length ?? 0), 0);
  checkLength(length, MAIL_LIMITS.textLength, 'texts of the mails');
  await writeFile(join(folder, NAMES.mails), index);
  await writeFile(join(folder, NAMES.bodies), JSON.stringify(sink.bodies));
  return null;
}

const inFolder = (mail: Mail, name: string): Mail => ({ ...mail, further: [...mail.further, ['Folder', name]] });

async function readAll(format: FileFormat, bytes: Buffer, sink: MailSink): Promise<Mail[]> {
  if (format === 'msg') return [await readMsg(bytes, sink)];
  if (format === 'eml') return [await readEml(bytes, sink)];
  const mails: Mail[] = [];
  for (const mail of mailsOfMbox(bytes)) mails.push(await readEml(mail, sink));
  return mails;
}

function checkLength(length: number, limit: number, what: string): void {
  if (length <= limit) return;
  const message = `The ${what} have ${length} characters together, and no more than ${limit} are read. Split the mailbox.`;
  throw new ConversionError('input_too_large', message, { details: { length, limit } });
}

/** Returns the text of a winmail.dat; null if it cannot be read. */
function bodyOf(bytes: Buffer, type: TnefBody['type']): MailBody | null {
  if (type === 'rtf') return bodyOfRtf(bytes);
  const text = new TextDecoder(detectEncoding(bytes.subarray(0, SAMPLE_BYTES)).name).decode(bytes);
  return type === 'html' ? { html: text, text: null } : { html: null, text };
}

async function makePage({ options, bodies: replacing }: MailJob & { job: 'page' }, folder: string): Promise<PageFacts> {
  const read = async (name: string): Promise<unknown> => JSON.parse(await readFile(join(folder, name), 'utf8'));
  const mails = (await read(NAMES.mails)) as Mail[];
  const bodies = (await read(NAMES.bodies)) as MailBody[];
  for (const { body, input, type } of replacing) {
    const found = bodyOf(await readFile(join(folder, input)), type);
    const own = bodies[body];
    bodies[body] = { html: found?.html ?? own?.html ?? null, text: own?.text ?? found?.text ?? null };
  }
  const { html, facts } = mailsPage(mails, bodies, folder, options);
  await writeFile(join(folder, NAMES.page), html);
  return facts;
}
