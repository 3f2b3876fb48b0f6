import type { MadePdf } from './made-pdf.ts';
import type { Observer, OptionName, Sample } from './observer.ts';

/* Observes that something is no longer in a PDF, by its objects as qpdf writes them. */

const everyFile =
  (holds: (objects: string, file: MadePdf) => boolean | Promise<boolean>): Observer['holds'] =>
  async ({ files }) => {
    for (const file of files) if (!(await holds(await file.objects(), file))) return false;
    return files.length > 0;
  };

const without = (what: RegExp): Observer => ({
  by: 'qpdf --qdf: what the file has',
  holds: everyFile((objects) => !what.test(objects)),
});

export const CONTENT_SAMPLES = {
  redact: { value: [{ text: 'pairs comment' }], ...without(/pairs comment/) },
  flatten: { value: 'forms', ...without(/\/Subtype \/Widget\b/) },
  remove_javascript: { value: true, ...without(/\/JavaScript\b|pairs-script/) },
  remove_attachments: { value: true, ...without(/\/EmbeddedFile\b|\/EF\b/) },
  remove_annotations: { value: true, ...without(/\/Subtype \/(?:Text|Popup)\b|pairs comment/) },
  remove_links: { value: true, ...without(/\/Subtype \/Link\b/) },
  remove_blank_pages: {
    value: true,
    by: 'pdftoppm: pages of one colour',
    holds: async ({ files }) => {
      const drawn = await Promise.all(files.map((file) => file.drawn()));
      return drawn.flat().every(({ data }) => data.some((value) => value !== data[0]));
    },
  },
  remove_bookmarks: { value: true, ...without(/\/Outlines\b/) },
  remove_metadata: {
    value: true,
    by: 'pdfinfo: Title and Author',
    holds: everyFile(async (_, file) => `${await file.fact('Title')}${await file.fact('Author')}` === ''),
  },
} as const satisfies Partial<Record<OptionName, Sample>>;
