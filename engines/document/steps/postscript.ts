import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { pdfInfo } from '../../../tools/formats/pdf-text/info.ts';
import { ghostscriptProgram } from '../../../tools/programs/ghostscript/programs.ts';
import type { Draft, Work } from './step.ts';

const GiB = 1024 ** 3;

/** PostScript is a program: it may run forever. */
const LIMITS = { cpuSeconds: 120, wallMs: 5 * 60_000, memoryBytes: 2 * GiB, fileBytes: 2 * GiB };

const INPUT = 'input';

/**
 * Converts the pages of a PostScript file to a PDF; for EPS, what is inside its bounding box. `-dSAFER` and the sandbox keep the program
 * away from files and other programs. Throws ConversionError `input_damaged` if it has an error, `limit_*`, `program_missing`.
 */
export async function postscriptToPdf({ path }: Draft, { input, context, newFolder }: Work): Promise<Draft> {
  const cwd = await newFolder();
  // A relative path: gs would take a % in a name for the page number, and a leading - for an option.
  await symlink(path, join(cwd, INPUT));
  const crop = input.format?.name === 'eps' ? ['-dEPSCrop'] : [];
  const fixed = ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=pdfwrite', '-dAutoRotatePages=/None', ...crop];
  const args = [...fixed, '-sOutputFile=document.pdf', '-f', INPUT];
  const { exitCode, stdout, stderr } = await context.run({
    ...(await ghostscriptProgram()),
    args,
    cwd,
    limits: LIMITS,
    acceptExitCodes: 'any',
  });
  const output = join(cwd, 'document.pdf');
  const { pages } = exitCode === 0 ? await pdfInfo({ path: output, password: null }, context) : { pages: 0 };
  if (pages > 0) return { path: output, format: 'pdf', pages };
  const message = `${input.filename} has an error: as PostScript it makes no pages.`;
  throw new ConversionError('input_damaged', message, { log: `${stdout}\n${stderr}`.slice(-4000) });
}
