import { type LocalInput, partFolder } from '../../../src/work/context.ts';
import { pageAsides } from '../../../tools/formats/pdf-pages/work-on-objects.ts';
import { openPdf } from '../../../tools/formats/pdf-text/open.ts';
import { textKindOf } from '../../../tools/formats/text/kinds.ts';
import { askPoppler, parsePictures } from '../../../tools/programs/poppler/pdf-report.ts';
import { readInPool } from '../pool.ts';
import type { CountedFormat } from '../worker/contents/read.ts';
import { officeFamily } from './office.ts';
import type { Reader } from './reader.ts';

/** Returns how the contents of a file are read; null: they are not counted. */
function countedFormat(input: LocalInput): CountedFormat | null {
  const name = input.format?.name ?? '';
  if (name === 'html' || name === 'epub') return name;
  return name === 'txt' && textKindOf(input) === 'markdown' ? 'markdown' : officeFamily(name);
}

/** Counts what is in a document, a web page or a book. */
export const readContents: Reader = async ({ input, context }) => {
  const format = countedFormat(input);
  return format === null ? {} : ((await readInPool({ read: 'contents', format }, input.path, context)) ?? {});
};

/** Counts what is in a PDF. What its password does not open is unknown. */
export const readPdfContents: Reader = async ({ input, context }) => {
  const { path } = await openPdf({ path: input.path, password: input.decryptPassword }, context);
  const newFolder = () => partFolder(context, 'objects');
  const [asides, listed] = [
    await pageAsides(path, { context, newFolder }),
    await askPoppler('pdfimages', ['-list', path], context),
  ];
  const { comments, fields, signatures, files, media, links, redactions } = asides;
  return {
    contents: {
      ...{ comments, links, embedded_files: files, recordings: media, form_fields: fields + signatures },
      redaction_marks: redactions,
      ...(listed.exitCode === 0 && { pictures: parsePictures(listed.stdout) }),
    },
  };
};
