import { closePreviewHosts } from '../../tools/dwg/preview/hosts.ts';
import { closeOfficeHosts } from '../../tools/libreoffice/host.ts';
import { closeTesseractJs } from '../../tools/ocr/tesseract-js/hosts.ts';
import { closePageHosts } from '../../tools/pdf-pages/hosts.ts';
import { closeHosts as closeLayoutHosts } from '../../tools/pdf-text/hosts.ts';
import { closeTextHosts } from '../../tools/text/hosts.ts';

/** Ends the processes that the tools of this category keep between tasks. */
export async function closeHosts(): Promise<void> {
  await Promise.all([
    closeOfficeHosts(),
    closePageHosts(),
    closeLayoutHosts(),
    closePreviewHosts(),
    closeTextHosts(),
    closeTesseractJs(),
  ]);
}
