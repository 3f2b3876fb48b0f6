import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { ConversionError } from '../../../src/task/errors.ts';
import { pluralize } from '../../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { isCutShort } from '../../formats/pdf-text/open.ts';
import { runPikepdfScript } from './pikepdf-script.ts';

const SCRIPT = new URL('./cut_pages.py', import.meta.url);

interface Taken {
  readonly pages: number;
  /** Page count according to the file. */
  readonly claimed: number | null;
}

/**
 * Writes the complete pages of a PDF that ends early to a new PDF in the work folder, with a warning that counts them. Any other input is
 * returned unchanged, including a PDF that is encrypted, has no complete page, or can be read in full. Throws what running a program does.
 */
export async function withWholePages(input: LocalInput, context: WorkContext): Promise<LocalInput> {
  if (input.format?.name !== 'pdf' || !(await isCutShort(input.path))) return input;
  const path = join(await mkdtemp(join(context.workFolder, 'whole-pages-')), 'document.pdf');
  const taken = await takePages(input.path, path, context);
  if (taken === null) return input;
  const { pages, claimed } = taken;
  const of = claimed === null ? '' : ` of ${claimed}`;
  const message = `${input.filename} ends early. ${pluralize(pages, 'complete page')}${of} ${pages === 1 ? 'was' : 'were'} converted; bookmarks, links, form fields and tags are lost.`;
  context.warn('input_truncated', message, { pages, ...(claimed !== null && { claimed }) });
  return { ...input, path };
}

async function takePages(from: string, to: string, context: WorkContext): Promise<Taken | null> {
  try {
    return (await runPikepdfScript(SCRIPT, [from, to], { context })) as Taken | null;
  } catch (error) {
    if (error instanceof ConversionError && CANNOT.has(error.code)) return null;
    throw error;
  }
}

/** The input is then used unchanged, and refused later if it cannot be read. */
const CANNOT: ReadonlySet<string> = new Set(['program_missing', 'input_damaged', 'conversion_failed', 'limit_memory']);
