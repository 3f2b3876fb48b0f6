import { execa } from 'execa';
import type { MadePdf } from './made-pdf.ts';
import type { Observer, Options } from './observer.ts';

/** Names of the files that pairs-support.ts gives: a key, whose password is `secret`, and a PDF that is signed. */
export const KEY = 'modern.p12';
export const SIGNED = 'signed.pdf';

const everyFile =
  (holds: (file: MadePdf, password: string) => Promise<boolean>): Observer['holds'] =>
  async ({ files }, { new_user_password: password = '' }: Options) => {
    for (const file of files) if (!(await holds(file, password))) return false;
    return files.length > 0;
  };

export const SIGNATURE_SAMPLES = {
  sign: {
    value: [{ key: KEY, password: 'secret' }],
    by: 'pdfsig: a valid signature of the whole file',
    holds: everyFile(async ({ path }, password) => {
      const { stdout } = await execa('pdfsig', ['-nocert', '-upw', password, path], { reject: false });
      return /Total document signed\s+- Signature Validation: Signature is Valid/.test(stdout);
    }),
  },
  signatures: {
    value: 'attach',
    // The document is written anew.
    needs: { remove_javascript: true },
    by: 'pdfdetach -list: attached files',
    holds: everyFile(async ({ path }, password) => {
      const { stdout } = await execa('pdfdetach', ['-upw', password, '-list', path], { reject: false });
      return stdout.includes(SIGNED);
    }),
  },
} as const;
