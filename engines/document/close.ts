import { closeChromium } from '../../tools/chromium/render.ts';
import { closePreviewPools } from '../../tools/dwg/preview/pool.ts';
import { closeOfficePools } from '../../tools/libreoffice/pool.ts';
import { closePools as closeDocumentPools } from '../../tools/pdf-layout/pool.ts';
import { closePagePools } from '../../tools/pdf-pages/pool.ts';
import { closePools as closeLayoutPools } from '../../tools/pdf-text/pool.ts';
import { closeTextPools } from '../../tools/text/pool.ts';

/** Ends the processes that the tools of this category keep between tasks. */
export async function closePools(): Promise<void> {
  await Promise.all([
    closeOfficePools(),
    closeChromium(),
    closePagePools(),
    closeLayoutPools(),
    closeDocumentPools(),
    closePreviewPools(),
    closeTextPools(),
  ]);
}
