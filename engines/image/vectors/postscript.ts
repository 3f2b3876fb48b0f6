import { createReadStream } from 'node:fs';
import type { WorkContext } from '../../../src/work/context.ts';

/**
 * How pdftops begins a page that it draws as one picture: PostScript has no transparency, so it does this with pages that have some
 * (PSOutputDev::checkPageSlice). The pictures of other pages follow operators of the page.
 */
const PICTURE = '%%EndPageSetup\ngsave\n[';

/** Warns if pdftops has drawn a page as a picture. */
export async function warnIfDrawnAsPixels(path: string, context: WorkContext): Promise<void> {
  let before = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', signal: context.signal })) {
    const text = before + chunk;
    if (text.includes(PICTURE)) {
      const message = 'PostScript has no transparency: what has some was drawn as pixels, with the rest of its page.';
      context.warn('output_limited', message);
      return;
    }
    before = text.slice(-PICTURE.length);
  }
}
