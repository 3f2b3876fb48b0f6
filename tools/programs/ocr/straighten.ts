import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { WorkContext } from '../../../src/work/context.ts';
import { anyLanguage } from './languages.ts';
import { runOcrmypdf } from './ocrmypdf.ts';
import { listPages, RECOGNITION_DPI } from './pages.ts';
import { requireTesseract } from './programs.ts';

const PLUGIN = fileURLToPath(new URL('straighten_plugin.py', import.meta.url));

/**
 * Straightens the pages of the PDF that have no text of their own, without adding text (option deskew without ocr): tesseract measures the
 * angle of the lines, ocrmypdf rotates the picture. Throws ConversionError as runOcrmypdf and listPages do, and `program_missing` if
 * tesseract has no data.
 */
export async function straightenPages(path: string, folder: string, context: WorkContext): Promise<string> {
  const [languages] = await Promise.all([anyLanguage('deskew'), requireTesseract('deskew')]);
  const pages = await listPages({ kind: 'pdf', path }, RECOGNITION_DPI, context);
  const output = join(folder, 'straight.pdf');
  const options = ['--skip-text', '--deskew', '--pdf-renderer', 'sandwich'];
  await runOcrmypdf({ input: path, output, pages: pages.length, languages, options, plugins: [PLUGIN] }, context);
  return output;
}
