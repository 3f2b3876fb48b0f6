import type { TargetOf } from '../../src/catalog/definition.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import type { catalog } from './catalog.ts';

/** Targets of this category, as the catalog names them. */
export type Target = TargetOf<typeof catalog>;

export interface TargetFacts {
  readonly extension: string;
  readonly contentType: string;
  /** The type that `identify` must find for the output; null: a text, which must be valid UTF-8. */
  readonly identifiedAs: string | null;
}

const file = (name: string): TargetFacts => ({
  extension: name,
  contentType: formatOf(name).contentType,
  identifiedAs: name,
});

/** Every target. */
export const TARGETS: Readonly<Record<Target, TargetFacts>> = {
  azw3: file('azw3'),
  epub: file('epub'),
  fb2: file('fb2'),
  lit: file('lit'),
  lrf: file('lrf'),
  pdf: file('pdf'),
  'pdf-ebook': file('pdf'),
  tcr: file('tcr'),
  mobi: file('mobi'),
  docx: file('docx'),
  html: file('html'),
  // Kobo's readers recognise their books by this name.
  kepub: { extension: 'kepub.epub', contentType: 'application/kepub+zip', identifiedAs: 'epub' },
  pdb: file('pdb'),
  txt: { extension: 'txt', contentType: 'text/plain', identifiedAs: null },
};
