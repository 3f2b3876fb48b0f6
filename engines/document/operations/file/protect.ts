import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../../src/task/errors.ts';
import { preparedPassword } from '../../../../tools/formats/pdf-text/password-forms.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { runQpdfJob } from '../../../../tools/programs/qpdf/qpdf.ts';
import { RESTRICTIONS } from '../../catalog-pdf-protection.ts';
import type { Operation, PdfJob, PdfOptions } from '../operation.ts';

/** How a result is protected. */
export interface Protection {
  /** Password that opens the file. Empty: no password is needed. */
  readonly user: string;
  /** Password that lifts the restrictions. Null: nobody knows it. */
  readonly owner: string | null;
  readonly mayPrint: boolean;
  readonly mayCopy: boolean;
  /** Whether the content may be changed, otherwise than by the three below. */
  readonly mayModify: boolean;
  readonly mayAnnotate: boolean;
  readonly mayFillForms: boolean;
  readonly mayAssemble: boolean;
}

/**
 * Encrypts with AES of 256 bits (ISO 32000-2, 7.6.4.4), by passwords, restrictions, or both. Without new_owner_password the restrictions
 * hold for everybody: the owner password is random and thrown away. A user password alone is the owner password too. An allow_ option that
 * is true restricts nothing, and so asks for nothing. Also linearizes if that is asked for, since an encrypted file could not be opened for
 * it afterwards.
 */
export const protect: Operation = {
  name: 'protect',
  options: ['new_owner_password', 'new_user_password', ...RESTRICTIONS],
  asked: (options) => protectionOf(options) !== null,
  async run(files, job) {
    const protection = protectionOf(job.options);
    if (protection === null) return files;
    checkPasswords(job.options);
    warn(protection, job);
    const result: PdfFile[] = [];
    for (const file of files) result.push(await protectFile(file, protection, job));
    return result;
  },
};

/** Returns the protection that the options ask for, or null. */
export function protectionOf(options: PdfOptions): Protection | null {
  const user = prepared(options.new_user_password);
  const owner = prepared(options.new_owner_password);
  const mayPrint = options.allow_printing !== false;
  const mayCopy = options.allow_copying !== false;
  const mayModify = options.allow_modification !== false;
  const permissions = {
    ...{ mayPrint, mayCopy, mayModify },
    mayAnnotate: options.allow_annotations ?? mayModify,
    mayFillForms: options.allow_forms ?? mayModify,
    mayAssemble: options.allow_assembly ?? mayModify,
  };
  if (user === '' && owner === '' && !restricts(permissions)) return null;
  const ownerOrUser = restricts(permissions) ? null : user;
  return { user, owner: owner === '' ? ownerOrUser : owner, ...permissions };
}

const restricts = (permissions: Omit<Protection, 'user' | 'owner'>): boolean =>
  Object.values(permissions).includes(false);

const prepared = (password: string | undefined): string => preparedPassword(password ?? '');

/** PDF allows no more bytes of a password, and programs differ in what they do with the rest. */
const LONGEST_PASSWORD_BYTES = 127;

function checkPasswords(options: PdfOptions): void {
  for (const option of ['new_owner_password', 'new_user_password'] as const) {
    const password = prepared(options[option]);
    if (Buffer.byteLength(password) > LONGEST_PASSWORD_BYTES) {
      throw invalid(
        option,
        `is longer than the ${LONGEST_PASSWORD_BYTES} bytes that a PDF can have. Choose a shorter one.`,
      );
    }
    if (/\p{Cc}/u.test(password)) throw invalid(option, 'has a control character, such as a line break. Leave it out.');
  }
}

function invalid(option: string, problem: string): ConversionError {
  return new ConversionError('option_invalid', `Option ${option} ${problem}`, { details: { option } });
}

function warn({ user, owner, ...permissions }: Protection, { options, context }: PdfJob): void {
  const { version } = options;
  if (version === '1.4' || version === '1.5' || version === '1.6') {
    const message = `The protection needs PDF 1.7 with an extension, so the result is not of version ${version}.`;
    context.warn('option_adjusted', message, { option: 'version' });
  }
  if (user === owner && restricts(permissions)) {
    const message = 'Both passwords are the same, so whoever opens the result may lift its restrictions.';
    context.warn('option_no_effect', message, { option: 'new_owner_password' });
  }
}

async function protectFile(file: PdfFile, protection: Protection, job: PdfJob): Promise<PdfFile> {
  const folder = await job.newFolder();
  const jobFile = join(folder, 'job.json');
  const output = join(folder, 'document.pdf');
  const linearize = job.options.linearize === true;
  try {
    const settings = protectJob(protection, { input: file.path, output, linearize });
    await writeFile(jobFile, JSON.stringify(settings), { mode: 0o600 });
    await runQpdfJob(jobFile, { input: file.path, output }, job);
  } finally {
    await rm(jobFile, { force: true });
  }
  return { ...file, path: output };
}

/** Returns qpdf's job file. */
export function protectJob(
  { user, owner, mayPrint, mayCopy, ...changes }: Protection,
  { input, output, linearize }: { readonly input: string; readonly output: string; readonly linearize: boolean },
): object {
  return {
    inputFile: input,
    outputFile: output,
    streamData: 'preserve',
    // qpdf 11 misplaces an object table in the file's own syntax if the trailer holds a string, whose length encryption changes.
    ...(linearize && { linearize: '', objectStreams: 'generate' }),
    encrypt: {
      userPassword: user,
      ownerPassword: owner ?? randomBytes(32).toString('base64url'),
      '256bit': {
        ...(!mayPrint && { print: 'none' }),
        ...(!mayCopy && { extract: 'n' }),
        ...changesFor(changes),
      },
    },
  };
}

/** Returns qpdf's settings for what readers may change. */
function changesFor({
  mayModify,
  mayAnnotate,
  mayFillForms,
  mayAssemble,
}: Pick<Protection, 'mayModify' | 'mayAnnotate' | 'mayFillForms' | 'mayAssemble'>): object {
  if (!(mayModify || mayAnnotate || mayFillForms || mayAssemble)) return { modify: 'none' };
  return {
    ...(!mayModify && { modifyOther: 'n' }),
    ...(!mayAnnotate && { annotate: 'n' }),
    ...(!mayFillForms && { form: 'n' }),
    ...(!mayAssemble && { assemble: 'n' }),
  };
}
