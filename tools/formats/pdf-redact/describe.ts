import { type ProgramDescription, programVersion } from '../../../src/process/programs.ts';
import { PYTHON_WITH_PIKEPDF } from '../../programs/pikepdf/programs.ts';

const MODULES = [
  { name: 'PyMuPDF', version: 'fitz.VersionBind', module: 'fitz', package: 'python3-fitz' },
  { name: 'pdfminer', version: 'pdfminer.__version__', module: 'pdfminer', package: 'python3-pdfminer' },
] as const;

/** Describes the Python modules that redact PDFs and read them again, for `convertd doctor`. */
export function describePdfRedact(): Promise<ProgramDescription[]> {
  return Promise.all(
    MODULES.map(async ({ name, module, version, package: from }) => {
      const args = ['-I', '-c', `import ${module}; print(${version})`];
      const found = await programVersion(PYTHON_WITH_PIKEPDF, { args, pattern: /^(\d[\w.+~-]*)/ });
      const known = found === 'unknown' ? null : found;
      return { name, version: known, package: from, need: 'optional' as const, neededFor: ['document/pdf redact'] };
    }),
  );
}
