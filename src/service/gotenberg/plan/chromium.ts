import type { OptionValues } from '../../../task/types.ts';
import {
  FORMAT,
  LANDSCAPE,
  MEDIA_TYPE,
  NATIVE_PAGE_RANGES,
  OMIT_BACKGROUND,
  OUTLINE,
  PAPER_HEIGHT,
  PAPER_WIDTH,
  PRINT,
  PRINT_BACKGROUND,
  QUALITY,
  SCREENSHOT,
  SKIP_NETWORK_ALMOST_IDLE,
  SKIP_NETWORK_IDLE,
  TAGGED,
  URL_FIELD,
  WAIT_FOR_EXPRESSION,
  WAIT_WINDOW_STATUS,
} from '../fields/chromium.ts';
import { type FieldGroup, readFields, unsupported } from '../fields/field.ts';
import { fileNamed, filesOf } from '../fields/files.ts';
import { SPLIT } from '../fields/pdf.ts';
import type { Form, FormFile } from '../form/form.ts';
import { invalidForm, Refusal } from '../refusal.ts';
import { fuse } from './fuse.ts';
import { ATTACH, FINISH, FLAT, SHRINK } from './groups.ts';
import { printedPages } from './pages.ts';
import type { Page, Plan, Source, Step } from './plan.ts';
import { acceptsPdfOption, acceptsPrintOption, acceptsScreenshotOption } from './subjects.ts';
import { checkFormats, lastWorks, markWorks, splitWork, type Values } from './works.ts';

/** How a page comes to a route: by its address, as a document with its files, or as a template of Markdown. */
export type PageKind = 'url' | 'html' | 'markdown';

const INDEX = 'index.html';

const SUBJECTS: Readonly<Record<PageKind, FieldGroup>> = {
  url: { readings: [URL_FIELD] },
  html: { readings: [fileNamed(INDEX)] },
  markdown: { readings: [fileNamed(INDEX), filesOf(['.md'])] },
};

/** Texts of the files that are read into memory, by name. */
export type Texts = ReadonlyMap<string, string>;

/** Names of files that are printed around the pages. */
export const AROUND_PAGES = { header_template: 'header.html', footer_template: 'footer.html' } as const;

/** Plans `/forms/chromium/convert/…`. Throws Refusal 400. */
export const planPrint =
  (kind: PageKind) =>
  (form: Form, texts: Texts, outputName: string | null): Plan => {
    const accepts = kind === 'url' ? acceptsPrintOption : acceptsOfFile;
    const fields = readFields(form, {
      page: { readings: PRINT, accepts },
      split: { readings: SPLIT },
      ...FINISH,
      optimize: SHRINK,
      attachments: ATTACH,
      subject: SUBJECTS[kind],
      flatten: FLAT,
    });
    const { get, options } = fields;
    const address = kind === 'url' ? webAddress(get(URL_FIELD) ?? '') : null;
    const marks = markWorks(form);
    if (get(OMIT_BACKGROUND) === true && get(PRINT_BACKGROUND) !== true) {
      throw new Refusal(400, 'omitBackground requires printBackground set to true');
    }
    const page = {
      ...options.page,
      ...waits(fields, accepts),
      ...media(fields),
      ...tags(fields, accepts),
      ...paper(fields),
      ...pages(get(NATIVE_PAGE_RANGES), options.page.single_page === true),
      ...around(texts),
    };
    checkFormats(form, fields);
    const works = [...splitWork(fields), ...marks, ...lastWorks(form, fields)];
    const isFile = address === null;
    const first: Step = {
      category: 'document',
      target: 'pdf',
      options: isFile ? { engine: 'chromium', allow_network: true, ...withoutStatus(page) } : {},
    };
    const source: Source = isFile
      ? { kind: 'page', page: pageOf(form, kind) }
      : { kind: 'address', address: address.href, engine: 'screenshot_pdf', options: page };
    return { source, steps: fuse(first, works), names: [outputName === null ? null : `${outputName}.pdf`] };
  };

/** A page that is a file has no status, so what is said about it is fulfilled. */
const acceptsOfFile: Accepts = (option) => option === 'fail_on_status' || acceptsPdfOption(option);

function withoutStatus({ fail_on_status: _statuses, ...options }: OptionValues): OptionValues {
  return options;
}

/** Plans `/forms/chromium/screenshot/…`. Throws Refusal 400. */
export const planScreenshot =
  (kind: PageKind) =>
  (form: Form): Plan => {
    const accepts = acceptsScreenshotOption;
    const fields = readFields(form, { page: { readings: SCREENSHOT, accepts }, subject: SUBJECTS[kind] });
    const { get, options } = fields;
    if (get(MEDIA_TYPE) === 'print') throw invalidForm(unsupported(MEDIA_TYPE.name));
    const address = kind === 'url' ? webAddress(get(URL_FIELD) ?? '') : null;
    const format = get(FORMAT) ?? 'png';
    const engine = 'screenshot';
    const page = { ...options.page, ...waits(fields, accepts) };
    const source: Source =
      address === null
        ? { kind: 'page', page: pageOf(form, kind), engine, options: { allow_network: true, ...withoutStatus(page) } }
        : { kind: 'address', address: address.href, engine, options: page };
    const quality = format === 'jpeg' ? { quality: Math.max(1, get(QUALITY) ?? 100) } : {};
    const target = format === 'jpeg' ? 'jpg' : format;
    return { source, steps: [{ category: 'image', target, options: quality }], names: [null] };
  };

/** Throws Refusal 400. */
function webAddress(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol === 'file:') {
    throw new Refusal(
      400,
      'file:// URLs are not accepted on this route. Use the /convert/html or /convert/markdown routes to render local HTML',
    );
  }
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return url;
  throw new Refusal(400, `Invalid URL: ${JSON.stringify(text)} is not an http:// or https:// address`);
}

function pageOf(form: Form, kind: PageKind): Page {
  const file = form.fileNamed(INDEX);
  if (file === undefined) throw new Error('index.html was not checked');
  const markdown = kind === 'markdown' ? form.filesOf(['.md']) : [];
  const isOther = (each: FormFile) =>
    each !== file && !markdown.includes(each) && !Object.values<string>(AROUND_PAGES).includes(each.filename);
  return {
    index: kind === 'markdown' ? { kind: 'template', file, markdown } : { kind: 'file', file },
    others: form.files().filter(isOther),
  };
}

type Accepts = (option: string) => boolean;

function media({ get }: Values): OptionValues {
  const type = get(MEDIA_TYPE);
  return type === undefined ? {} : { media: type };
}

/** Our PDFs have tags unless none are wanted, Gotenberg's only if some are. */
function tags({ get }: Values, accepts: Accepts): OptionValues {
  if (!accepts('tagged')) return {};
  return { tagged: get(TAGGED) === true || get(OUTLINE) === true };
}

function waits({ get }: Values, accepts: Accepts): OptionValues {
  const idle = get(SKIP_NETWORK_IDLE) === false;
  const isAlmost = get(SKIP_NETWORK_ALMOST_IDLE) === false;
  const expression = expressionOf(get(WAIT_WINDOW_STATUS), get(WAIT_FOR_EXPRESSION));
  if (expression !== null && !accepts('wait_for_expression')) {
    throw invalidForm(
      unsupported(get(WAIT_FOR_EXPRESSION) === undefined ? WAIT_WINDOW_STATUS.name : WAIT_FOR_EXPRESSION.name),
    );
  }
  return {
    ...(idle ? { wait_until: 'network_idle' } : isAlmost && { wait_until: 'network_almost_idle' }),
    ...(expression !== null && { wait_for_expression: expression }),
  };
}

function expressionOf(status: string | undefined, expression: string | undefined): string | null {
  if (status === undefined) return expression ?? null;
  const isStatus = `window.status === ${JSON.stringify(status)}`;
  return expression === undefined ? isStatus : `(async () => ${isStatus} && (await (${expression})))()`;
}

function paper({ get }: Values): OptionValues {
  const [width = 8.5, height = 11] = [get(PAPER_WIDTH), get(PAPER_HEIGHT)];
  const [w, h] = get(LANDSCAPE) === true ? [height, width] : [width, height];
  return {
    custom_page_size_width: lengthText(w),
    custom_page_size_height: lengthText(h),
    custom_page_size_unit: 'in',
  };
}

/** Writes a number of inches as options for lengths take it. */
function lengthText(inches: number): string {
  if (inches > 0 && inches < 1000) return inches.toFixed(4).replace(/\.?0+$/, '') || '0';
  throw new Refusal(400, 'Chromium does not handle the provided settings; please check for aberrant form values');
}

/** A page that forces breaks has several also on one paper; Gotenberg prints the first of them. */
function pages(ranges: string | undefined, isSingle: boolean): OptionValues {
  if (ranges === undefined) return isSingle ? { page_ranges: '1' } : {};
  const printed = printedPages(ranges);
  if (printed !== null) return { page_ranges: printed };
  throw new Refusal(400, `Chromium does not handle the page ranges '${ranges}' (nativePageRanges) syntax`);
}

const around = (texts: Texts): OptionValues =>
  Object.fromEntries(
    Object.entries(AROUND_PAGES).flatMap(([option, name]) => {
      const text = texts.get(name);
      return text === undefined || text === '' ? [] : [[option, text]];
    }),
  );
