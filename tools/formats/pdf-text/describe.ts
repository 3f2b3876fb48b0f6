import type { ProgramDescription } from '../../../src/process/programs.ts';
import { describePoppler } from '../../programs/poppler/programs.ts';
import { describeQpdf } from '../../programs/qpdf/programs.ts';

const TARGETS = ['txt', 'doc', 'docx', 'odt', 'rtf', 'html', 'xls', 'xlsx', 'ods'].map(
  (target) => `document/${target} from pdf`,
);

/** Describes the programs that extract text from PDFs, for `convertd doctor`. */
export function describePdfText(): Promise<ProgramDescription[]> {
  const about = { need: 'required', neededFor: TARGETS } as const;
  return Promise.all([
    ...(['pdfinfo', 'pdftotext', 'pdftohtml', 'pdfimages'] as const).map((program) => describePoppler(program, about)),
    describeQpdf({ need: 'required', neededFor: TARGETS.map((target) => `${target} with decrypt_password`) }),
  ]);
}
