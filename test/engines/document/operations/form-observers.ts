import type { MadePdf } from './made-pdf.ts';
import type { Observer } from './observer.ts';

/* Observes values that are filled in to the form of make_pairs_pdf.py. */

/** Name and content of the file with values that pairs-support.ts gives. */
export const VALUES = 'values.json';
export const LISTED = 'Listed';

const shows = (value: string): Observer => ({
  by: 'pdftotext -bbox: words of the pages',
  holds: async ({ files }) => {
    const pages = await Promise.all(files.map((file: MadePdf) => file.pages()));
    return pages.flat().some(({ placed }) => placed.some(({ text }) => text === value));
  },
});

export const FORM_SAMPLES = {
  fill: { value: { name: 'Filled' }, ...shows('Filled') },
  fill_from: { value: VALUES, ...shows(LISTED) },
} as const;
