import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { convert, makeScratch, onlyOutput } from '../../test/engines/document/support.ts';
import { engineTask } from '../../test/support/engine-context.ts';
import { pdfToHtml } from '../../tools/formats/pdf-text/reflow.ts';
import { embedPictures } from '../../tools/formats/text/html/pictures.ts';
import { soffice } from './files.ts';

/** A way from a PDF to a docx. */
export interface Contestant {
  readonly name: string;
  /** Writes the docx to `output`; `folder` is empty and used only by this call. */
  convert(pdf: string, output: string, folder: string): Promise<void>;
}

export const CONVERTD: Contestant = {
  name: 'convertd',
  async convert(pdf, output) {
    const scratch = await makeScratch();
    try {
      await cp(onlyOutput(await convert(scratch, pdf, { target: 'docx' })), output);
    } finally {
      await scratch.remove();
    }
  },
};

export const LIBREOFFICE: Contestant = {
  name: 'LibreOffice',
  async convert(pdf, output, folder) {
    await soffice(['--infilter=writer_pdf_import', '--convert-to', 'docx', '--outdir', folder, pdf], folder);
    await cp(join(folder, `${basename(pdf, '.pdf')}.docx`), output);
  },
};

/** Paragraphs of HTML, as for the targets md and epub, opened by Writer. */
export const PARAGRAPHS: Contestant = {
  name: 'html',
  async convert(pdf, output, folder) {
    const workFolder = join(folder, 'work');
    await mkdir(workFolder);
    const { context } = engineTask({ workFolder, readable: [pdf], signal: new AbortController().signal });
    const { html } = await pdfToHtml({ path: pdf, password: null }, 'text', workFolder, context);
    const whole = await embedPictures(html, workFolder);
    await soffice(
      ['--infilter=HTML (StarWriter)', '--convert-to', 'docx:MS Word 2007 XML', '--outdir', folder, whole],
      folder,
    );
    await cp(join(folder, 'embedded.docx'), output);
  },
};
