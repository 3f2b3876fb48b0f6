import { EXPORT_FILTERS } from '../../../engines/document/filters.ts';
import {
  isRoute,
  LOSSES,
  pagesRoute,
  ROUTES,
  type Route,
  recognisedRoute,
  type Step,
} from '../../../engines/document/routes.ts';
import { PAGE_TARGETS, type PageTarget } from '../../../engines/document/targets.ts';
import { type Family, OFFICE_FORMATS, PICTURE_FORMATS } from '../../../tools/formats/office-files/families.ts';

/** Renders the tables of engines/document/README.md from the data. `node test/engines/document/route-table.ts` prints them. */
export function renderTables(): string {
  return [routes(), recognisedRoutes(), losses(), importFilters(), exportFilters()].join('\n\n');
}

const INPUTS: Readonly<Record<Family, string>> = {
  writer: 'texts: doc, docx, docm, odt, ott, fodt, rtf, sxw, sdw, hwp3, wpd, wps, wri, pages',
  calc: 'sheets: xls, xlsx, xlsm, xlsb, ods, ots, fods, sxc, sdc, wk1, wq1, slk, dif, numbers',
  impress: 'slides: ppt, pptx, pptm, odp, otp, fodp, sxi, sdd, key',
  draw: 'drawings: odg, otg, fodg, sxd, sda, vsd, vsdx, pub',
  html: 'html',
  mail: 'mails: eml, mbox, msg, pst, tnef (winmail.dat)',
  plain: 'plain text',
  subtitles: 'subtitles: srt, vtt, ass, ttml, sub (MicroDVD), sbv, lrc',
  markdown: 'markdown',
  markup: 'markup: tex, rst, org, adoc, ipynb, DocBook, JATS, wikis, textile, opml, feeds, man pages',
  typst: 'Typst',
  csv: 'csv, tsv',
  pdf: 'pdf',
  postscript: 'PostScript: eps, ps',
  image: 'pictures',
};

function routes(): string {
  const rows = Object.entries(ROUTES).flatMap(([family, row]) => {
    const ways = new Map<string, string[]>();
    for (const [target, found] of Object.entries(row)) {
      const way = isRoute(found) ? describeRoute(found, target as PageTarget) : `refused: ${REASONS[found.refused]}`;
      ways.set(way, [...(ways.get(way) ?? []), target]);
    }
    return [...ways].map(([way, targets], index) => [
      index === 0 ? INPUTS[family as Family] : '',
      targets.join(', '),
      way,
    ]);
  });
  return table(['input', 'target', 'way'], rows);
}

function recognisedRoutes(): string {
  const families = Object.keys(INPUTS) as Family[];
  const pages = families.flatMap((family) => {
    const steps = pagesRoute(family, false);
    return steps === null
      ? []
      : [[INPUTS[family], steps.map((step) => describe(step, 'epub')).join(' → ') || 'as they are']];
  });
  const modes = ['text', 'layout'] as const;
  const rows = modes.flatMap((mode) => {
    const ways = new Map<string, string[]>();
    for (const target of PAGE_TARGETS) {
      const way = describeRoute(recognisedRoute(target, mode), target);
      if (mode === 'layout' && way === describeRoute(recognisedRoute(target, 'text'), target)) continue;
      ways.set(way, [...(ways.get(way) ?? []), target]);
    }
    return [...ways].map(([way, targets], index) => [index === 0 ? mode : '', targets.join(', '), way]);
  });
  return [table(['input', 'its pages'], pages), table(['ocr_mode', 'target', 'way'], rows)].join('\n\n');
}

const REASONS = { needsRecognition: 'needs OCR' } as const;

function describeRoute({ steps, loses }: Route, target: PageTarget): string {
  const way = steps.map((step) => describe(step, target)).join(' → ');
  return loses === undefined ? way : `${way} (warns: ${loses})`;
}

const OPENED = {
  source: '',
  'html as text': ' by `HTML (StarWriter)`',
  'html as sheets': ' by `HTML (StarCalc)`',
  'plain text': ' by `Text (encoded)`',
  'tabbed text': ' by `Text - txt - csv (StarCalc)`, tabs',
  rows: ' by `Text - txt - csv (StarCalc)`, separator found',
  'pdf as slides': ' by `impress_pdf_import`',
  'docx of pages': '',
  slides: '',
  flat: '',
} as const;

const RECOGNISED = {
  pdf: 'ocrmypdf, searchable pdf',
  txt: 'tesseract, text',
  html: 'tesseract, html of paragraphs',
  fodt: 'tesseract, blocks at their places on pages of fodt',
  fodp: 'tesseract, blocks at their places on slides of fodp',
} as const;

const READERS = { pandoc: 'pandoc', html: 'browsers', print: 'printing' } as const;

function describe(step: Step, target: PageTarget): string {
  switch (step.step) {
    case 'office': {
      const name = step.as.charAt(0).toUpperCase() + step.as.slice(1);
      const saved = step.save === target ? '' : `, saves ${step.save}`;
      return `${name}${OPENED[step.open]}${saved}`;
    }
    case 'pdfToHtml':
      return `poppler and layout, html of ${step.shape === 'text' ? 'paragraphs' : 'rows'}`;
    case 'pdfToDocx':
      return 'poppler and layout, docx of pages';
    case 'openPdf':
      return 'qpdf';
    case 'typstToPdf':
      return 'Typst, pdf';
    case 'latexToPdf':
      return 'LaTeX';
    case 'postscriptToPdf':
      return 'Ghostscript, pdf';
    case 'pdfToText':
      return 'poppler and layout, lines in reading order (`text_order` layout: `pdftotext -layout`)';
    case 'placePicture':
      return `picture on a page of ${step.on}`;
    case 'mailToHtml':
      return 'mails as html, cleaned';
    case 'printPage':
      return 'Chromium';
    case 'utf8':
      return 'encoding found, UTF-8';
    case 'subtitleLines':
      return 'lines of the subtitles';
    case 'markdownToChunks':
      return 'cut into chunks';
    case 'markdownToHtml':
      return step.reader === 'office' ? 'markdown-it' : `markdown-it, for ${READERS[step.reader]}`;
    case 'readSource':
      return 'pandoc reads it';
    case 'readDraft':
      return `pandoc reads ${step.as}`;
    case 'writeTree':
      return step.save === target ? 'and writes it' : `and writes ${step.save === 'cells' ? 'html' : step.save}`;
    case 'printHtml':
      return 'Chromium prints it';
    case 'cleanHtml':
      return step.relativeLinks === 'kept' ? 'html cleaned, with relative links' : 'html cleaned';
    case 'tidyHtml':
      return 'html tidied';
    case 'flatToHtml':
      return 'html of it';
    case 'htmlToMarkdown':
      return 'markdown of it';
    case 'recognise':
      return RECOGNISED[step.into];
    case 'joinSheets':
      return 'sheets joined';
  }
}

function losses(): string {
  return table(['warning', 'says'], Object.entries(LOSSES));
}

function importFilters(): string {
  const rows = Object.entries({ ...OFFICE_FORMATS, picture: PICTURE_FORMATS }).flatMap(([kind, formats]) =>
    Object.entries(formats).map(([format, filter]): [string, string, string] => [format, kind, `\`${filter}\``]),
  );
  return table(['read', 'as', 'import filter'], rows);
}

function exportFilters(): string {
  const rows = Object.entries(EXPORT_FILTERS).flatMap(([application, formats]) =>
    Object.entries(formats).map(([format, { filter, options }]): [string, string, string, string] => [
      application,
      format,
      `\`${filter}\``,
      options === undefined ? '' : `\`${options}\``,
    ]),
  );
  return table(['application', 'written', 'export filter', 'options'], rows);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

if (process.argv[1] === import.meta.filename) console.log(renderTables());
