import { locateProgram } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type LocalInput, partFolder, type WorkContext } from '../../../src/work/context.ts';
import { type PageFont, pageFonts } from '../../../tools/formats/pdf-pages/page-fonts.ts';
import { pageAsides } from '../../../tools/formats/pdf-pages/work-on-objects.ts';
import { openPdf } from '../../../tools/formats/pdf-text/open.ts';
import { isMarkdown } from '../../../tools/formats/text/kinds.ts';
import { FC_MATCH, shownAs } from '../../../tools/programs/fontconfig/replacements.ts';
import { askPoppler, parsePictures } from '../../../tools/programs/poppler/pdf-report.ts';
import { LIST_LIMITS } from '../limits.ts';
import { readInPool } from '../pool.ts';
import type { ContentFacts } from '../schema/contents.ts';
import { found, list, pagesText } from '../values.ts';
import type { CountedFormat } from '../worker/contents/read.ts';
import { officeFamily } from './office.ts';
import type { Reader } from './reader.ts';

/** Returns how the contents of a file are read; null: they are not counted. */
function countedFormat(input: LocalInput): CountedFormat | null {
  const name = input.format?.name ?? '';
  if (isMarkdown(input)) return 'markdown';
  return name === 'html' || name === 'epub' ? name : officeFamily(name);
}

/** Counts what is in a document, a web page or a book. */
export const readContents: Reader = async ({ input, context }) => {
  const format = countedFormat(input);
  if (format === null) return {};
  const { contents, ...others } = (await readInPool({ read: 'contents', format }, input.path, context)) ?? {};
  return contents === undefined ? others : { ...others, contents: await withShownFonts(contents, context) };
};

/** Adds to each font the one that this installation shows instead. */
async function withShownFonts(contents: ContentFacts, context: WorkContext): Promise<ContentFacts> {
  const { fonts } = contents;
  if (fonts === undefined || (await locateProgram(FC_MATCH)) === null) return contents;
  const families = await shownAs(
    fonts.items.map(({ name }) => name),
    context,
  );
  const items = fonts.items.map((font, index) => {
    const family = families[index] ?? font.name;
    return family.toLowerCase() === font.name.toLowerCase() ? font : { ...font, shown_as: family };
  });
  return { ...contents, fonts: { ...fonts, items } };
}

/** Returns the fonts of the pages; none without pikepdf, and of a file that only qpdf repairs. */
async function knownFonts(path: string, context: WorkContext): Promise<readonly PageFont[]> {
  try {
    return await pageFonts(path, { context });
  } catch (error) {
    if (error instanceof ConversionError && ['input_damaged', 'program_missing'].includes(error.code)) return [];
    throw error;
  }
}

/** Counts what is in a PDF. What its password does not open is unknown. */
export const readPdfContents: Reader = async ({ input, context }) => {
  const { path } = await openPdf({ path: input.path, password: input.decryptPassword }, context);
  const newFolder = () => partFolder(context, 'objects');
  const [asides, fonts, listed] = [
    await pageAsides(path, { context, newFolder }),
    await knownFonts(path, context),
    await askPoppler('pdfimages', ['-list', path], context),
  ];
  const { comments, fields, signatures, files, media, links, redactions } = asides;
  return {
    contents: found<ContentFacts>({
      ...{ comments, links, embedded_files: files, recordings: media, form_fields: fields + signatures },
      redaction_marks: redactions,
      ...(listed.exitCode === 0 && { pictures: parsePictures(listed.stdout) }),
      fonts: list(
        fonts.map(({ name, embedded, pages }) => ({ name, embedded, pages: pagesText(pages) ?? '' })),
        LIST_LIMITS.fonts,
      ),
    }),
  };
};
