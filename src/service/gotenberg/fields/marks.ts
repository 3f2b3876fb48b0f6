import type { Form, FormFile } from '../form/form.ts';
import { isObject } from '../form/go-json.ts';
import { invalidForm } from '../refusal.ts';

/* Watermarks and stamps: fields that may come several times, and belong together by their order. */

export type MarkKind = 'watermark' | 'stamp';

/** A watermark or stamp that a request asks for. */
export interface Mark {
  readonly kind: MarkKind;
  /** A text, or the file of a picture or PDF. */
  readonly content: { readonly text: string } | { readonly file: FormFile; readonly isPicture: boolean };
  readonly pages: string | null;
  /** How it is placed, by the names of pdfcpu. */
  readonly look: Readonly<Record<string, string>>;
}

/** The fields, for the page. @param kind the beginning of their names */
export const MARK_FIELDS = [
  ['Source', '`text`, `image` or `pdf`', '`stamp_text`, or a file of the same field laid on the pages'],
  ['Expression', 'a text', '`stamp_text`'],
  ['Pages', 'pages such as `1-3,5`', '`stamp_pages`'],
  ['Options', 'an object as JSON, in the words of pdfcpu', 'see below'],
] as const;

/** Returns the marks of a form. Throws Refusal 400. */
export function readMarks(form: Form, kind: MarkKind): readonly Mark[] {
  const files = [...form.filesIn(kind)];
  const expressions = form.values(`${kind}Expression`);
  const pages = form.values(`${kind}Pages`);
  const options = form.values(`${kind}Options`);
  const marks = form.values(`${kind}Source`).map((source, index) => {
    if (source !== 'text' && source !== 'image' && source !== 'pdf') {
      throw invalidForm(
        `form field '${kind}Source' is invalid (got '${source}', resulting to wrong value, expected either 'text', 'image' or 'pdf')`,
      );
    }
    return {
      source,
      text: expressions[index] ?? '',
      pages: pages[index] || null,
      look: lookOf(options[index] ?? '', kind),
    };
  });
  return marks.map(({ source, text, ...mark }) => {
    if (source === 'text') return { kind, content: { text }, ...mark };
    const file = files.shift();
    if (file === undefined) throw invalidForm(`a ${kind} file is required for image or pdf source`);
    return { kind, content: { file, isPicture: source === 'image' }, ...mark };
  });
}

function lookOf(text: string, kind: MarkKind): Record<string, string> {
  if (text === '') return {};
  try {
    const read: unknown = JSON.parse(text);
    // Gotenberg takes texts alone; examples of its clients send numbers.
    if (
      isObject(read) &&
      Object.values(read).every((value) => ['string', 'number', 'boolean'].includes(typeof value))
    ) {
      return Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)]));
    }
  } catch {
    // Refused below.
  }
  throw invalidForm(`form field '${kind}Options' is invalid`);
}
