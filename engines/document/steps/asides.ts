import { pluralize } from '../../../src/util/pluralize.ts';
import type { Asides } from '../../../tools/libreoffice/job.ts';
import type { Format } from '../filters.ts';
import type { Work } from './step.ts';

const DOCUMENTS: readonly Format[] = ['doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp'];

/** On the way to Markdown, which tells of its own losses (texts.ts); files in a document and sounds are none that it sees. */
const TO_MARKDOWN: readonly Format[] = ['fodt', 'fodp', 'fodg'];
const KEEP_ALL: ReadonlySet<Format> = new Set([...DOCUMENTS, ...TO_MARKDOWN]);
const KEEP_FILES: ReadonlySet<Format> = new Set(DOCUMENTS);

/** Formats that show a picture of an object. */
const PICTURED: ReadonlySet<Format> = new Set([...DOCUMENTS, ...TO_MARKDOWN, 'pdf', 'html']);

/** LibreOffice loads the objects of these as pictures, whatever it saves. */
const LOADED_AS_PICTURES: ReadonlySet<string> = new Set(['xlsx', 'xlsm', 'xltx']);

/** How a part is called, and which other formats have it too. */
const PARTS: Readonly<Record<keyof Asides, { one: string; many: string; keptIn: ReadonlySet<Format> }>> = {
  comments: { one: 'comment', many: 'comments', keptIn: new Set() },
  charts: { one: 'chart', many: 'charts', keptIn: new Set(['pdf', 'html']) },
  headers: { one: 'header or footer', many: 'headers and footers', keptIn: new Set(['pdf', 'html']) },
  inserted: { one: 'file to insert (altChunk)', many: 'files to insert (altChunk)', keptIn: new Set() },
  notes: { one: 'page of notes', many: 'pages of notes', keptIn: new Set() },
  media: { one: 'sound or film', many: 'sounds and films', keptIn: new Set() },
  texts: { one: 'embedded text', many: 'embedded texts', keptIn: new Set() },
  workbooks: { one: 'embedded workbook', many: 'embedded workbooks', keptIn: new Set() },
  presentations: { one: 'embedded presentation', many: 'embedded presentations', keptIn: new Set() },
  pdfs: { one: 'embedded PDF', many: 'embedded PDFs', keptIn: new Set() },
  objects: { one: 'embedded object', many: 'embedded objects', keptIn: new Set() },
};

const OBJECTS: readonly (keyof Asides)[] = ['texts', 'workbooks', 'presentations', 'pdfs', 'objects'];

/** Warns of what stands beside the text of a document and is not in the result, or is a picture there. */
export function warnOfAsides(asides: Asides, save: Format, work: Work): void {
  const asPictures = LOADED_AS_PICTURES.has(work.input.format?.name ?? '');
  const isKept = (part: keyof Asides) => {
    if (OBJECTS.includes(part)) return KEEP_FILES.has(save) && !asPictures;
    if (part === 'media') return KEEP_FILES.has(save);
    return part !== 'inserted' && (KEEP_ALL.has(save) || PARTS[part].keptIn.has(save));
  };
  const lost = (Object.keys(PARTS) as (keyof Asides)[]).filter((part) => asides[part] > 0 && !isKept(part));
  const isPictured = (part: keyof Asides) => OBJECTS.includes(part) && PICTURED.has(save);
  warnOfParts(
    asides,
    lost.filter((part) => !isPictured(part)),
    NOT_THERE,
    work,
  );
  warnOfParts(asides, lost.filter(isPictured), AS_PICTURE, work);
}

const NOT_THERE = { one: 'it is not in the result', many: 'they are not in the result' };
const AS_PICTURE = { one: 'the result has its picture at most', many: 'the result has their pictures at most' };

function warnOfParts(
  asides: Asides,
  parts: readonly (keyof Asides)[],
  become: { readonly one: string; readonly many: string },
  { input, context }: Work,
): void {
  if (parts.length === 0) return;
  const named = parts.map((part) => pluralize(asides[part], PARTS[part].one, PARTS[part].many));
  const isOne = parts.length === 1 && parts.every((part) => asides[part] === 1);
  const message = `${input.filename} has ${LIST.format(named)}: ${isOne ? become.one : become.many}.`;
  context.warn('output_limited', message, Object.fromEntries(parts.map((part) => [part, asides[part]])));
}

const LIST = new Intl.ListFormat('en-GB');
