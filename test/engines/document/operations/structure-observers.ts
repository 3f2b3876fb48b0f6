import { execa } from 'execa';
import type { MadePdf } from './made-pdf.ts';
import type { Observer, Options, Result } from './observer.ts';

/* Observes what a PDF has besides its pages, and what its readers may do. */

/** Name of the file that pairs-support.ts gives as an attachment. */
export const ATTACHED = 'note.txt';

const everyFile =
  (holds: (file: MadePdf, options: Options) => Promise<boolean>): Observer['holds'] =>
  async ({ files }, options) => {
    for (const file of files) if (!(await holds(file, options))) return false;
    return files.length > 0;
  };

/** @param what as qpdf names it: `modify annotations` */
const denied = (what: string): Observer => ({
  by: 'qpdf --show-encryption: what is not allowed',
  holds: everyFile(async ({ path }, { new_user_password: password = '' }) => {
    const { stdout } = await execa('qpdf', [`--password=${password}`, '--show-encryption', path], { reject: false });
    return stdout.includes(`${what}: not allowed`);
  }),
});

export const STRUCTURE_SAMPLES = {
  bookmarks: {
    value: [{ title: 'Sampled', page: 1 }],
    by: 'qpdf --qdf: titles of bookmarks of the first file',
    holds: async ({ files: [first] }: Result) => (await first?.objects())?.includes('/Title (Sampled)') ?? false,
  },
  embed: {
    value: [{ filename: ATTACHED }],
    by: 'pdfdetach -list: attached files',
    holds: everyFile(async ({ path }, { new_user_password: password = '' }) => {
      const { stdout } = await execa('pdfdetach', ['-upw', password, '-list', path], { reject: false });
      return stdout.includes(ATTACHED);
    }),
  },
} as const;

export const PERMISSION_SAMPLES = {
  allow_annotations: { value: false, ...denied('modify annotations') },
  allow_forms: { value: false, ...denied('modify forms') },
  allow_assembly: { value: false, ...denied('modify document assembly') },
} as const;
