import type { ProgramDescription } from '../../../src/process/programs.ts';
import { describePoppler } from '../../programs/poppler/programs.ts';

/** Describes the programs that draw the pages of a PDF (for its text see tools/formats/pdf-text), for `convertd doctor`. */
export function describePdfLayout(): Promise<ProgramDescription> {
  const neededFor = ['doc', 'docx', 'odt', 'rtf'].map((target) => `document/${target} from pdf`);
  return describePoppler('pdftocairo', { need: 'required', neededFor });
}
