import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { MAIL_LIMITS, type MailBody, type MailFile } from './mail.ts';

/** Where readers put the texts and files of mails; counts them against MAIL_LIMITS. */
export class MailSink {
  readonly bodies: MailBody[] = [];
  readonly #folder: string;
  #files = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Adds the text of one more mail and returns its index. Throws ConversionError `input_too_large`. */
  addBody(body: MailBody): number {
    if (this.bodies.length >= MAIL_LIMITS.mails) throw tooMany('mails', MAIL_LIMITS.mails);
    return this.bodies.push(body) - 1;
  }

  /** Writes a file. Throws ConversionError `input_too_large`. */
  async addFile(content: Uint8Array, facts: Omit<MailFile, 'file' | 'size'>): Promise<MailFile> {
    if (this.#files >= MAIL_LIMITS.files) throw tooMany('files', MAIL_LIMITS.files);
    const file = `file-${this.#files++}`;
    await writeFile(join(this.#folder, file), content);
    return { ...facts, file, size: content.byteLength };
  }
}

function tooMany(what: 'mails' | 'files', limit: number): ConversionError {
  const message = `There are more than ${limit} ${what} in it, the most that is read. Split it into smaller mailboxes.`;
  return new ConversionError('input_too_large', message, { details: { [`limit_${what}`]: limit } });
}
