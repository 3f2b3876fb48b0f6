import type { AnyOptions, TargetOf } from '../../src/catalog/definition.ts';
import { formatOf } from '../../src/files/formats/names.ts';
import type { catalog } from './catalog.ts';
import { SUBTITLE_TARGETS } from './catalog-subtitles.ts';

/** Targets of this category, as the catalog names them. */
export type Target = TargetOf<typeof catalog>;

/** Subtitles, which are made of subtitles, films and speech. */
export type SubtitleTarget = keyof typeof SUBTITLE_TARGETS;

/** Targets that are made from documents, by the route table. */
export type PageTarget = Exclude<Target, SubtitleTarget>;

export const isSubtitleTarget = (target: Target): target is SubtitleTarget => Object.hasOwn(SUBTITLE_TARGETS, target);

/** The validated options of any target of this category. */
export type DocumentOptions = AnyOptions<typeof catalog>;

export interface TargetFacts {
  readonly contentType: string;
  /** The type that `identify` must find for the output; null: a text, which must be valid UTF-8. */
  readonly identifiedAs: string | null;
  /** File extension, if it differs from the name of the target. */
  readonly extension?: string;
}

const file = (name: string): TargetFacts => ({ contentType: formatOf(name).contentType, identifiedAs: name });

/** Texts whose language is known by their names. */
function markup(contentType: string, extension?: string): TargetFacts {
  return { contentType, identifiedAs: null, ...(extension !== undefined && { extension }) };
}

/** Every target. */
export const TARGETS: Readonly<Record<Target, TargetFacts>> = {
  doc: file('doc'),
  docx: file('docx'),
  odt: file('odt'),
  rtf: file('rtf'),
  txt: { contentType: 'text/plain', identifiedAs: null },
  html: file('html'),
  md: { contentType: 'text/markdown', identifiedAs: null },
  epub: file('epub'),
  chunks: { contentType: 'application/json', identifiedAs: null, extension: 'chunks.json' },
  srt: file('srt'),
  vtt: file('vtt'),
  ass: file('ass'),
  ttml: file('ttml'),
  lrc: file('lrc'),
  cues: { contentType: 'application/json', identifiedAs: null, extension: 'cues.json' },
  xls: file('xls'),
  xlsx: file('xlsx'),
  ods: file('ods'),
  csv: { contentType: 'text/csv', identifiedAs: null },
  ppt: file('ppt'),
  pptx: file('pptx'),
  odp: file('odp'),
  pdf: file('pdf'),
  latex: markup('text/x-tex', 'tex'),
  rst: markup('text/x-rst'),
  org: markup('text/x-org'),
  asciidoc: markup('text/asciidoc', 'adoc'),
  ipynb: markup('application/x-ipynb+json'),
  docbook: markup('application/docbook+xml', 'xml'),
  jats: markup('application/jats+xml', 'xml'),
  mediawiki: markup('text/x-wiki', 'wiki'),
  textile: markup('text/x-textile'),
};

/** Every target of the route table. */
export const PAGE_TARGETS: readonly PageTarget[] = (Object.keys(TARGETS) as Target[]).filter(
  (target): target is PageTarget => !isSubtitleTarget(target),
);
