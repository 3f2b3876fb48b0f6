import { join } from 'node:path';
import type { WorkContext } from '../../../src/work/context.ts';
import { runPikepdfScript } from '../../programs/pikepdf/pikepdf-script.ts';

/**
 * Writes a feed (RSS, Atom) as a page of HTML, with the texts of its entries.
 * @param folder new and empty
 * @returns the page, or why the file is not a feed
 */
export async function feedPage(
  path: string,
  folder: string,
  context: WorkContext,
): Promise<{ readonly problem: string | null; readonly path: string }> {
  const page = join(folder, 'feed.html');
  const made = await runPikepdfScript(new URL('./feed_page.py', import.meta.url), [path, page], { context });
  return { ...(made as { readonly problem: string | null }), path: page };
}
