import { ConversionError } from '../../../../src/task/errors.ts';
import { popplerProgram } from '../../../../tools/programs/poppler/programs.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import type { PdfJob } from '../operation.ts';

/** Versions that a result can have, lowest first. Older ones have no transparency: pages would have to be flattened. */
export const VERSIONS = ['1.4', '1.5', '1.6', '1.7', '2.0'] as const;

/** Returns the version of a PDF as one of these; an older or unknown one counts as the next. Throws ConversionError `input_damaged`. */
export async function versionOf(file: PdfFile, { context }: PdfJob): Promise<string> {
  const result = await context.run({ ...(await popplerProgram('pdfinfo')), args: [file.path], acceptExitCodes: 'any' });
  if (result.exitCode !== 0) {
    throw new ConversionError('input_damaged', 'The PDF is damaged: its pages cannot be found.', {
      log: result.stderr.slice(-4000),
    });
  }
  const said = Number(/^PDF version: +([\d.]+)$/m.exec(result.stdout)?.[1] ?? '1.7');
  return VERSIONS.find((version) => Number(version) >= said) ?? '2.0';
}

/** Returns qpdf's arguments to label a file with a version that includes everything of the file's own. */
export function versionArguments(version: string): string[] {
  return [`--force-version=${version}`, ...(version === '1.4' ? ['--object-streams=disable'] : [])];
}
