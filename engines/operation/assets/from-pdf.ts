import { basename } from 'node:path';
import { within } from '../../../src/work/context.ts';
import { embeddedFiles } from '../../../tools/formats/pdf-assets/embedded-files.ts';
import { pdfPictures } from '../../../tools/formats/pdf-assets/pictures.ts';
import { openPdf } from '../../../tools/formats/pdf-text/open.ts';
import { withWholePages } from '../../../tools/programs/pikepdf/cut-pages.ts';
import type { Asset, Extract } from './asset.ts';

/** Extracts the pictures, fonts and attached files of a PDF. */
export const fromPdf: Extract = async (input, context) => {
  const { path } = await withWholePages(input, context);
  const given = { path, password: input.decryptPassword };
  const { path: opened } = await openPdf(given, context);
  const pictures = await pdfPictures(opened, given, within(context, 0, 70));
  const embedded = await embeddedFiles(opened, within(context, 70, 95));
  return [
    ...pictures.map((path, index) => ({ path, name: `image-${index + 1}${basename(path).replace(/^[^.]*/, '')}` })),
    ...embedded.map(
      ({ kind, path, name, extension }): Asset =>
        kind === 'attachment' ? { path, name, isAttached: true } : { path, name: `${name}.${extension}`, extension },
    ),
  ];
};
