import type { Family } from '../../tools/formats/office-files/families.ts';
import type { RelativeLinks } from '../../tools/formats/text/html/addresses.ts';
import type { MarkdownReader } from '../../tools/formats/text/markdown/page-parts.ts';
import type { Application, Format, Opening } from './filters.ts';
import type { Written } from './steps/markup-writers.ts';
import type { PageTarget } from './targets.ts';

/** One step of a route: pure data. The module of the same name in steps/ does it. */
export type Step =
  /** LibreOffice opens the draft and writes another format with the application in which it opened. */
  | {
      readonly step: 'office';
      readonly open: Opening;
      readonly as: Application;
      readonly save: Format;
      /** Format that the next step makes of it: what that lacks is warned of. */
      readonly next?: Format;
    }
  /** A text of any encoding becomes UTF-8. */
  | { readonly step: 'utf8' }
  /** Subtitles become their lines, without times. */
  | { readonly step: 'subtitleLines' }
  | { readonly step: 'markdownToHtml'; readonly reader: MarkdownReader }
  /** A text in a markup language, or a document that a step before made, becomes pandoc's syntax tree. */
  | { readonly step: 'readSource' }
  | { readonly step: 'readDraft'; readonly as: 'docx' | 'html' | 'markdown' }
  | { readonly step: 'writeTree'; readonly save: Written }
  /** A browser prints our own HTML. */
  | { readonly step: 'printHtml' }
  /** Foreign HTML is made safe and self-contained. */
  | { readonly step: 'cleanHtml'; readonly relativeLinks: RelativeLinks }
  /** Mails become one clean page. */
  | { readonly step: 'mailToHtml' }
  /** A browser prints a clean page. */
  | { readonly step: 'printPage' }
  /** LibreOffice's HTML is cleaned up to what people expect. */
  | { readonly step: 'tidyHtml' }
  /** LibreOffice's flat OpenDocument, which marks headings, numbers and formulas, becomes our own HTML. */
  | { readonly step: 'flatToHtml' }
  | { readonly step: 'htmlToMarkdown' }
  /** Markdown is cut into chunks. */
  | { readonly step: 'markdownToChunks' }
  /** An input PDF becomes one that we wrote: decrypted, with its structure repaired. */
  | { readonly step: 'openPdf' }
  /** Typst typesets a text. */
  | { readonly step: 'typstToPdf' }
  /** LaTeX typesets the input, or what pandoc has written. */
  | { readonly step: 'latexToPdf' }
  /** Ghostscript runs the PostScript program and writes its pages as a PDF. */
  | { readonly step: 'postscriptToPdf' }
  | { readonly step: 'pdfToText' }
  /** A PDF becomes a text document with the layout of its pages. */
  | { readonly step: 'pdfToDocx' }
  | { readonly step: 'pdfToHtml'; readonly shape: 'text' | 'sheets' }
  /** Sheets become one text, one after another, each below its name. */
  | { readonly step: 'joinSheets' }
  /** Text is recognised in the pages of a PDF or of a bitmap (ocr/). */
  | { readonly step: 'recognise'; readonly into: Recognised }
  /** A picture, measured by LibreOffice, is placed on the page of a flat text or presentation. */
  | { readonly step: 'placePicture'; readonly on: 'fodt' | 'fodp' };

/** What text recognition makes of pages: a searchable PDF, plain text, paragraphs, or texts and slides with blocks at their places. */
export type Recognised = 'pdf' | 'txt' | 'html' | 'fodt' | 'fodp';

/** What a result lacks compared to its source, by design of the route; reported as a warning `output_limited`. */
export type Loss = keyof typeof LOSSES;

export const LOSSES = {
  sheetsFromText:
    'Paragraphs and tables of the text were put into cells, one below the other, and what looks like a number became one (007 is 7); pictures were left out.',
  textFromSheets: 'The sheets were put into the text as tables, one below the other; formulas became their values.',
  formulas: 'Formulas became their values.',
  subtitleLines: 'The result has the lines of the subtitles only: times, positions and styles were left out.',
  valuesOnly: 'The result has the values of the cells only: formulas, charts, pictures and colours were left out.',
  slidesFromPages: 'Each page became a slide of text boxes and drawings, without the placeholders of a slide layout.',
  markdownFromSlides:
    'Text, tables, pictures and the values of charts of the slides were put one below the other; drawings, notes, footers and what slides have of their master were left out.',
  textFromSlides: 'Text, tables and pictures of the slides were put one below the other; drawings were left out.',
  sheetsFromPages: 'Tables of the pages were put into cells; what else is on a page stands in rows around them.',
  textFromPictures:
    'The text was recognised in pictures of pages: it may have mistakes, and pictures, drawings and lines of the pages are left out.',
  textFromPages: 'The text of the pages was reassembled into paragraphs and tables, which may differ from the source.',
} as const satisfies Readonly<Record<string, string>>;

export interface Route {
  readonly steps: readonly Step[];
  readonly loses?: Loss;
}

/** Reason why there is no route, as the error code for it. */
export interface NoRoute {
  readonly refused: 'needsRecognition';
}

export const isRoute = (found: Route | NoRoute): found is Route => 'steps' in found;

type Row = Readonly<Record<PageTarget, Route | NoRoute>>;
/** Chunks are made from Markdown, whatever the Markdown is made from, and markup from what leads to it. */
type RowOfFormats = Omit<Row, 'chunks' | MarkupTarget>;

const office = (open: Opening, as: Application, save: Format): Extract<Step, { step: 'office' }> => ({
  step: 'office',
  open,
  as,
  save,
});
const asText = (save: Format): Step => office('html as text', 'writer', save);
const asSheets = (save: Format): Step => office('html as sheets', 'calc', save);
const asSlides = (save: Format): Step => office('pdf as slides', 'impress', save);
const pdfToHtml = (shape: 'text' | 'sheets'): Step => ({ step: 'pdfToHtml', shape });
const MAIL: Step = { step: 'mailToHtml' };
const UTF8: Step = { step: 'utf8' };
const TIDY: Step = { step: 'tidyHtml' };
const CLEAN: Step = { step: 'cleanHtml', relativeLinks: 'removed' };
/** For results that LibreOffice does not read. */
const CLEAN_WITH_ALL_LINKS: Step = { step: 'cleanHtml', relativeLinks: 'kept' };
const FLAT_TO_HTML: Step = { step: 'flatToHtml' };
const MARKDOWN: Step = { step: 'htmlToMarkdown' };
const CHUNKS: Step = { step: 'markdownToChunks' };
const JOIN: Step = { step: 'joinSheets' };
const PDF_TO_TEXT: Step = { step: 'pdfToText' };
const PDF_TO_DOCX: Step = { step: 'pdfToDocx' };

const route = (...steps: Step[]): Route => ({ steps });
const NEEDS_RECOGNITION: NoRoute = { refused: 'needsRecognition' };

const TEXT_TARGETS = ['doc', 'docx', 'odt', 'rtf', 'epub'] as const satisfies readonly PageTarget[];
/** Markup languages that pandoc writes. */
export const MARKUP_TARGETS = [
  ...(['latex', 'rst', 'org', 'asciidoc', 'ipynb'] as const),
  ...(['docbook', 'jats', 'mediawiki', 'textile'] as const),
] as const satisfies readonly PageTarget[];
type MarkupTarget = (typeof MARKUP_TARGETS)[number];
const SHEET_TARGETS = ['xls', 'xlsx', 'ods', 'csv'] as const satisfies readonly PageTarget[];
const SLIDE_TARGETS = ['ppt', 'pptx', 'odp'] as const satisfies readonly PageTarget[];

/** Returns routes of the same kind to several targets. */
function each<T extends PageTarget>(
  targets: readonly T[],
  make: (target: T) => Route | NoRoute,
): Record<T, Route | NoRoute> {
  return Object.fromEntries(targets.map((target) => [target, make(target)])) as Record<T, Route | NoRoute>;
}

/** Returns routes to slides from anything that has pages. */
const slidesFrom = (...toPdf: Step[]) =>
  each(SLIDE_TARGETS, (target): Route => ({ steps: [...toPdf, asSlides(target)], loses: 'slidesFromPages' }));

/** Returns the routes from what Writer opens; `before` brings the input there. */
function fromText(open: Opening, before: readonly Step[]): RowOfFormats {
  const to = (save: Format) => office(open, 'writer', save);
  return {
    ...each([...TEXT_TARGETS, 'txt', 'pdf'], (target) => route(...before, to(target))),
    html: route(...before, to('html'), TIDY),
    md: route(...before, to('fodt'), FLAT_TO_HTML, MARKDOWN),
    ...each(SHEET_TARGETS, (target) => ({
      steps: [...before, to('html'), TIDY, asSheets(target)],
      loses: 'sheetsFromText',
    })),
    ...slidesFrom(...before, to('pdf')),
  };
}

/** Returns the routes from what Calc opens; `has` names what can be lost. */
function fromSheets(open: Opening, before: readonly Step[], has: 'formulas' | 'values'): RowOfFormats {
  const to = (save: Format) => office(open, 'calc', save);
  const losing = (loses: Loss) => (has === 'formulas' ? { loses } : {});
  return {
    ...each(['xls', 'xlsx', 'ods', 'pdf'], (target) => route(...before, to(target))),
    csv: { steps: [...before, to('csv')], ...losing('valuesOnly') },
    txt: { steps: [...before, to('tabs'), JOIN], ...losing('valuesOnly') },
    html: { steps: [...before, to('html'), TIDY], ...losing('formulas') },
    md: { steps: [...before, to('html'), TIDY, MARKDOWN], ...losing('valuesOnly') },
    ...each(TEXT_TARGETS, (target) => ({
      steps: [...before, to('html'), TIDY, asText(target)],
      ...losing('textFromSheets'),
    })),
    ...slidesFrom(...before, to('pdf')),
  };
}

/** Returns the routes from a PDF, given or made; `loses` applies if the pages were slides. */
function fromPages(before: readonly Step[], loses: Loss): Omit<RowOfFormats, 'pdf'> {
  return {
    docx: { steps: [...before, PDF_TO_DOCX], loses: 'textFromPages' },
    ...each(['doc', 'odt', 'rtf'], (target) => ({
      steps: [...before, PDF_TO_DOCX, office('docx of pages', 'writer', target)],
      loses: 'textFromPages',
    })),
    epub: { steps: [...before, pdfToHtml('text'), asText('epub')], loses },
    txt: route(...before, PDF_TO_TEXT),
    html: { steps: [...before, pdfToHtml('text'), asText('html'), TIDY], loses },
    md: { steps: [...before, pdfToHtml('text'), MARKDOWN], loses },
    ...each(SHEET_TARGETS, (target) => ({
      steps: [...before, pdfToHtml('sheets'), asSheets(target)],
      loses: 'sheetsFromPages',
    })),
    ...slidesFrom(...before),
  };
}

/** Returns the routes from HTML; `before` makes it safe and UTF-8. */
function fromHtml(before: readonly Step[]): RowOfFormats {
  return {
    ...fromText('html as text', before),
    html: route(...before),
    md: route(...before, MARKDOWN),
    ...each(SHEET_TARGETS, (target) => ({ steps: [...before, asSheets(target)], loses: 'sheetsFromText' })),
  };
}

const fromMarkdown = (reader: MarkdownReader): Step => ({ step: 'markdownToHtml', reader });
const byPandoc = (save: Written): Step[] => [fromMarkdown('pandoc'), readDraft('html'), writeTree(save)];

/** The routes from Markdown where pandoc is not installed: formulas stay in TeX. */
const MARKDOWN_BY_OFFICE: RowOfFormats = {
  ...fromHtml([fromMarkdown('office')]),
  html: route(fromMarkdown('html')),
  md: route(UTF8),
};

/** The routes from Markdown: documents and slides by pandoc, other targets through HTML. */
function ofMarkdown(): RowOfFormats {
  return {
    ...MARKDOWN_BY_OFFICE,
    ...each(['docx', 'odt', 'epub', 'pptx'], (target) => route(...byPandoc(target))),
    ...each(['doc', 'rtf'], (target) => route(...byPandoc('docx'), office('docx of pages', 'writer', target))),
    ...each(['ppt', 'odp'], (target) => route(...byPandoc('pptx'), office('flat', 'impress', target))),
  };
}

/** Returns the routes of a picture: measured, placed on a page, and from there as from a flat text or presentation. */
function fromPicture(): RowOfFormats {
  const placed = (on: 'fodt' | 'fodp'): Step[] => [office('source', 'draw', 'fodg'), { step: 'placePicture', on }];
  return {
    ...each([...TEXT_TARGETS, 'pdf'], (target) => route(...placed('fodt'), office('flat', 'writer', target))),
    html: route(...placed('fodt'), office('flat', 'writer', 'html'), TIDY),
    ...each(SLIDE_TARGETS, (target) => route(...placed('fodp'), office('flat', 'impress', target))),
    ...each(['txt', 'md', ...SHEET_TARGETS], () => NEEDS_RECOGNITION),
  };
}

const MADE_OF_IMPRESS = office('source', 'impress', 'pdf');
const MADE_OF_TYPST: Step = { step: 'typstToPdf' };
const MADE_OF_POSTSCRIPT: Step = { step: 'postscriptToPdf' };
const MADE_OF_DRAW = office('source', 'draw', 'pdf');

/** Completes a row: chunks are made of Markdown, and markup of the document that `before` makes for pandoc. */
function complete(row: RowOfFormats, before: Route | NoRoute): Row {
  const markup = each(MARKUP_TARGETS, (save) => (isRoute(before) ? withSteps(before, writeTree(save)) : before));
  return { ...row, ...markup, chunks: isRoute(row.md) ? inChunks(row.md) : row.md };
}

const withSteps = ({ steps, ...rest }: Route, ...added: Step[]): Route => ({ ...rest, steps: [...steps, ...added] });

const readDraft = (as: 'docx' | 'html' | 'markdown'): Step => ({ step: 'readDraft', as });
const writeTree = (save: Written): Step => ({ step: 'writeTree', save });

/** Returns the route to pandoc by the HTML from which a row makes its Markdown. */
function asHtmlOfMarkdown({ md }: RowOfFormats): Route | NoRoute {
  if (!isRoute(md)) return md;
  return withSteps({ ...md, steps: md.steps.filter((step) => step !== MARKDOWN) }, readDraft('html'));
}

const ofHtml = (row: RowOfFormats): Row => complete(row, asHtmlOfMarkdown(row));

/** Returns the routes of markup: pandoc writes what it can, and LibreOffice the rest from that. */
function fromMarkup(): RowOfFormats {
  const to = (save: Written, ...after: Step[]) => route({ step: 'readSource' }, writeTree(save), ...after);
  return {
    ...each(['docx', 'odt', 'epub', 'pptx', 'html', 'md', 'txt'], (save) => to(save)),
    ...each(['doc', 'rtf'], (target) => to('docx', office('docx of pages', 'writer', target))),
    ...each(['ppt', 'odp'], (target) => to('pptx', office('slides', 'impress', target))),
    ...each(SHEET_TARGETS, (target) => ({ ...to('cells', CLEAN, asSheets(target)), loses: 'sheetsFromText' as const })),
    pdf: to('html', { step: 'printHtml' }),
  };
}

const inChunks = (markdown: Route): Route => ({ ...markdown, steps: [...markdown.steps, CHUNKS] });

/** A text that `step` makes of the input. */
function fromPlain(step: Step): RowOfFormats {
  return {
    ...fromText('plain text', [step]),
    txt: route(step),
    ...each(SHEET_TARGETS, (target) => route(step, office('tabbed text', 'calc', target))),
  };
}

const SUBTITLE_LINES: Step = { step: 'subtitleLines' };

function withoutTimes(row: Row): Row {
  const routes = Object.entries(row).map(([target, found]) => [
    target,
    isRoute(found) ? { ...found, loses: found.loses ?? 'subtitleLines' } : found,
  ]);
  return Object.fromEntries(routes) as Row;
}

/** The routes from every family to every target. Only HTML and PDF pass between applications. */
export const ROUTES: Readonly<Record<Family, Row>> = {
  writer: complete(
    fromText('source', []),
    route({ ...office('source', 'writer', 'docx'), next: 'tree' }, readDraft('docx')),
  ),
  calc: ofHtml(fromSheets('source', [], 'formulas')),
  impress: ofHtml({
    ...fromPages([MADE_OF_IMPRESS], 'textFromSlides'),
    ...each([...SLIDE_TARGETS, 'pdf'], (target) => route(office('source', 'impress', target))),
    md: { steps: [office('source', 'impress', 'fodp'), FLAT_TO_HTML, MARKDOWN], loses: 'markdownFromSlides' },
  }),
  draw: ofHtml({ ...fromPages([MADE_OF_DRAW], 'textFromSlides'), pdf: route(MADE_OF_DRAW) }),
  html: ofHtml({
    ...fromHtml([CLEAN]),
    html: route(CLEAN_WITH_ALL_LINKS),
    md: route(CLEAN_WITH_ALL_LINKS, MARKDOWN),
  }),
  mail: ofHtml({ ...fromHtml([MAIL]), pdf: route(MAIL, { step: 'printPage' }) }),
  plain: ofHtml(fromPlain(UTF8)),
  subtitles: withoutTimes(ofHtml(fromPlain(SUBTITLE_LINES))),
  markdown: complete(ofMarkdown(), route(UTF8, readDraft('markdown'))),
  markup: complete(fromMarkup(), route({ step: 'readSource' })),
  typst: ofHtml({ ...fromPages([MADE_OF_TYPST], 'textFromPages'), pdf: route(MADE_OF_TYPST) }),
  csv: ofHtml(fromSheets('rows', [UTF8], 'values')),
  pdf: ofHtml({ ...fromPages([], 'textFromPages'), pdf: route({ step: 'openPdf' }) }),
  postscript: ofHtml({ ...fromPages([MADE_OF_POSTSCRIPT], 'textFromPages'), pdf: route(MADE_OF_POSTSCRIPT) }),
  image: ofHtml(fromPicture()),
};

/** Returns the route to a PDF by LaTeX (option engine); null for what it does not read. */
export function latexRoute(family: Family, isLatex: boolean): Route | null {
  const TYPESET: Step = { step: 'latexToPdf' };
  if (family === 'markdown') return route(...byPandoc('tex'), TYPESET);
  if (family !== 'markup') return null;
  return isLatex ? route(TYPESET) : route({ step: 'readSource' }, writeTree('tex'), TYPESET);
}

/** The routes from Markdown to every target without pandoc. */
export const MARKDOWN_WITHOUT_PANDOC: Row = complete(MARKDOWN_BY_OFFICE, route(UTF8, readDraft('markdown')));

const recognise = (into: Recognised): Step => ({ step: 'recognise', into });

/**
 * Returns the route from an input to pages with recognisable text: a PDF, or a bitmap as it is (the step `recognise` finds its pages).
 * Null: a text, in which there is nothing to recognise. Drawings among the pictures become a PDF.
 */
export function pagesRoute(family: Family, isDrawing: boolean): readonly Step[] | null {
  switch (family) {
    case 'pdf':
      return [{ step: 'openPdf' }];
    case 'postscript':
      return [MADE_OF_POSTSCRIPT];
    case 'image':
      return isDrawing ? [MADE_OF_DRAW] : [];
    case 'writer':
    case 'calc':
    case 'impress':
    case 'draw':
      return [office('source', family, 'pdf')];
    default:
      return null;
  }
}

/** Returns the route from pages to a target by text recognition. `layout`: paragraphs stay at their places (option ocr_mode). */
export function recognisedRoute(target: PageTarget, mode: 'text' | 'layout'): Route {
  if (target === 'chunks') return inChunks(recognisedRoute('md', mode));
  const steps = RECOGNISED[mode][target] ?? RECOGNISED.text[target];
  return target === 'pdf' || target === 'txt' ? { steps } : { steps, loses: 'textFromPictures' };
}

const RECOGNISED: {
  readonly text: Readonly<Record<Exclude<PageTarget, 'chunks'>, readonly Step[]>>;
  readonly layout: Readonly<Partial<Record<PageTarget, readonly Step[]>>>;
} = {
  text: {
    pdf: [recognise('pdf')],
    txt: [recognise('txt')],
    html: [recognise('html'), TIDY],
    md: [recognise('html'), MARKDOWN],
    ...stepsTo(MARKUP_TARGETS, (save) => [recognise('html'), readDraft('html'), writeTree(save)]),
    ...stepsTo(TEXT_TARGETS, (target) => [recognise('html'), asText(target)]),
    // The places of words show which of them form a table.
    ...stepsTo(SHEET_TARGETS, (target) => [recognise('pdf'), pdfToHtml('sheets'), asSheets(target)]),
    ...stepsTo(SLIDE_TARGETS, (target) => [recognise('html'), asText('pdf'), asSlides(target)]),
  },
  layout: {
    ...stepsTo(TEXT_TARGETS, (target) => [recognise('fodt'), office('flat', 'writer', target)]),
    ...stepsTo(SLIDE_TARGETS, (target) => [recognise('fodp'), office('flat', 'impress', target)]),
  },
};

function stepsTo<T extends PageTarget>(targets: readonly T[], make: (target: T) => readonly Step[]) {
  return Object.fromEntries(targets.map((target) => [target, make(target)])) as Record<T, readonly Step[]>;
}
