import { closePreviewPools } from '../../tools/formats/dwg/preview/pool.ts';
import { closeMailPools } from '../../tools/formats/mail/pool.ts';
import { closeMarkupPools } from '../../tools/formats/markup/pool.ts';
import { closePools as closeDocumentPools } from '../../tools/formats/pdf-layout/pool.ts';
import { closePagePools } from '../../tools/formats/pdf-pages/pool.ts';
import { closeSignaturePools } from '../../tools/formats/pdf-signatures/signatures.ts';
import { closePools as closeLayoutPools } from '../../tools/formats/pdf-text/pool.ts';
import { closeTextPools } from '../../tools/formats/text/pool.ts';
import { closeChromium } from '../../tools/programs/chromium/render.ts';
import { closeOfficePools } from '../../tools/programs/libreoffice/pool.ts';
import { closeTypst } from '../../tools/programs/typst/compile.ts';

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
    closeMailPools(),
    closeMarkupPools(),
    closeTypst(),
    closeSignaturePools(),
  ]);
}
