import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { partFolder, type WorkContext } from '../../../src/work/context.ts';
import { cleanHtml, type Removed } from '../../../tools/formats/text/steps.ts';
import { COLD_ENVIRONMENT } from '../../../tools/programs/calibre/environment.ts';
import { EBOOK_CONVERT, findCalibrePython } from '../../../tools/programs/calibre/programs.ts';

const HERE = dirname(fileURLToPath(import.meta.url));
const SCRIPT = join(HERE, 'textile.py');

/**
 * Converts a UTF-8 text in Textile to a page in a new file that includes nothing else: calibre's own conversion of Textile to a book would
 * put pictures of this machine into it.
 */
export async function textileToHtml(
  path: string,
  context: WorkContext,
): Promise<{ readonly path: string; readonly removed: Removed }> {
  const folder = await partFolder(context, 'textile');
  const html = join(folder, 'raw.html');
  const python = await findCalibrePython();
  await context.run({
    name: EBOOK_CONVERT.name,
    path: python,
    args: ['--run-without-debug', '-e', SCRIPT, '--', path],
    env: COLD_ENVIRONMENT,
    readable: [dirname(python), HERE],
    stdoutFile: html,
  });
  return cleanHtml(html, folder, context);
}
