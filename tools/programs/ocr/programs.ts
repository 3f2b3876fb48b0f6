import { findProgram, locateProgram, type ProgramPlaces } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';

/** Programs of text recognition. ocrmypdf finds tesseract on PATH, whatever TESSERACT_BIN says. */
export const OCR_PROGRAMS = {
  tesseract: {
    name: 'tesseract',
    env: 'TESSERACT_BIN',
    candidates: ['/usr/bin/tesseract', '/usr/local/bin/tesseract'],
    package: 'tesseract-ocr',
  },
  ocrmypdf: { name: 'ocrmypdf', candidates: ['/usr/bin/ocrmypdf'], package: 'ocrmypdf' },
  img2pdf: { name: 'img2pdf', candidates: ['/usr/bin/img2pdf'], package: 'img2pdf' },
  /** Debian's Python, with the module PIL of the package python3-pil. */
  pictures: { name: 'python3 with PIL', candidates: ['/usr/bin/python3'], package: 'python3-pil' },
} as const satisfies Record<string, ProgramPlaces>;

export type OcrProgram = keyof typeof OCR_PROGRAMS;

/** Returns name and path for a ProgramCall. Throws ConversionError `program_missing`. */
export async function ocrProgram(key: OcrProgram): Promise<{ name: string; path: string }> {
  return { name: OCR_PROGRAMS[key].name, path: await findProgram(OCR_PROGRAMS[key]) };
}

/** Returns the path of tesseract, or null if it is missing. */
export function findTesseract(): Promise<string | null> {
  return locateProgram(OCR_PROGRAMS.tesseract);
}

/** Returns name and path for a ProgramCall. Throws ConversionError `program_missing`, which names the option that needs the program. */
export async function requireTesseract(option = 'ocr'): Promise<{ readonly name: string; readonly path: string }> {
  const path = await findTesseract();
  if (path !== null) return { name: OCR_PROGRAMS.tesseract.name, path };
  const message = `tesseract is not installed, and option ${option} needs it. Install the package tesseract-ocr.`;
  const details = { option, program: 'tesseract', package: 'tesseract-ocr' };
  throw new ConversionError('program_missing', message, { details });
}
