import { pluralize } from '../../../src/util/pluralize.ts';
import type { Asides } from '../../../tools/libreoffice/job.ts';
import type { Format } from '../filters.ts';
import type { Work } from './step.ts';

/** Formats of documents, and those on the way to Markdown, which tells of its own losses (texts.ts). */
const KEEP_ALL: ReadonlySet<Format> = new Set([
  ...(['doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp'] as const),
  ...(['fodt', 'fodp', 'fodg'] as const),
]);

/** How a part is called, and which other formats have it too. */
const PARTS: Readonly<Record<keyof Asides, { one: string; many: string; keptIn: ReadonlySet<Format> }>> = {
  comments: { one: 'comment', many: 'comments', keptIn: new Set() },
  charts: { one: 'chart', many: 'charts', keptIn: new Set(['pdf', 'html']) },
  headers: { one: 'header or footer', many: 'headers and footers', keptIn: new Set(['pdf', 'html']) },
  inserted: { one: 'file to insert (altChunk)', many: 'files to insert (altChunk)', keptIn: new Set() },
  notes: { one: 'page of notes', many: 'pages of notes', keptIn: new Set() },
};

/** Warns of what stands beside the text of a document and is not in the result. */
export function warnOfAsides(asides: Asides, save: Format, { input, context }: Work): void {
  const isKept = (part: keyof Asides) => part !== 'inserted' && (KEEP_ALL.has(save) || PARTS[part].keptIn.has(save));
  const lost = (Object.keys(PARTS) as (keyof Asides)[]).filter((part) => asides[part] > 0 && !isKept(part));
  if (lost.length === 0) return;
  const named = lost.map((part) => pluralize(asides[part], PARTS[part].one, PARTS[part].many));
  const isOne = lost.length === 1 && lost.every((part) => asides[part] === 1);
  const message = `${input.filename} has ${LIST.format(named)}: ${isOne ? 'it is' : 'they are'} not in the result.`;
  context.warn('output_limited', message, Object.fromEntries(lost.map((part) => [part, asides[part]])));
}

const LIST = new Intl.ListFormat('en-GB');
