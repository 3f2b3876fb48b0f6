import type { Asides } from '../../../tools/programs/libreoffice/job.ts';
import type { Format } from '../filters.ts';
import { NOT_THERE, warnOfLostParts } from './lost-parts.ts';
import type { Work } from './step.ts';

const DOCUMENTS: readonly Format[] = ['doc', 'docx', 'odt', 'rtf', 'xls', 'xlsx', 'ods', 'ppt', 'pptx', 'odp'];
/** Documents, and formats that become Markdown, which reports its own losses (texts.ts). */
const OFFICE: readonly Format[] = [...DOCUMENTS, 'fodt', 'fodp', 'fodg'];
const SHOWN: readonly Format[] = [...OFFICE, 'pdf', 'html'];

interface Part {
  readonly one: string;
  readonly many: string;
  /** Formats that keep it. */
  readonly keptIn: readonly Format[];
  /** Formats that have a picture of it instead. */
  readonly picturedIn?: readonly Format[];
}

const embedded = (one: string, many: string): Part => ({
  one: `embedded ${one}`,
  many: `embedded ${many}`,
  keptIn: DOCUMENTS,
  picturedIn: SHOWN,
});

const PARTS: Readonly<Record<keyof Asides, Part>> = {
  comments: { one: 'comment', many: 'comments', keptIn: OFFICE },
  charts: { one: 'chart', many: 'charts', keptIn: SHOWN },
  headers: { one: 'header or footer', many: 'headers and footers', keptIn: SHOWN },
  inserted: { one: 'file to insert (altChunk)', many: 'files to insert (altChunk)', keptIn: [] },
  notes: { one: 'page of notes', many: 'pages of notes', keptIn: OFFICE },
  media: { one: 'sound or film', many: 'sounds and films', keptIn: DOCUMENTS },
  texts: embedded('text', 'texts'),
  workbooks: embedded('workbook', 'workbooks'),
  presentations: embedded('presentation', 'presentations'),
  pdfs: embedded('PDF', 'PDFs'),
  objects: embedded('object', 'objects'),
};

/** Formats whose embedded files LibreOffice loads as pictures, whatever it saves. */
const LOADED_AS_PICTURES: ReadonlySet<string> = new Set(['xlsx', 'xlsm', 'xltx']);

const AS_PICTURE = { one: 'the result has its picture at most', many: 'the result has their pictures at most' };

/** Warns of what a document has besides its text and the result lacks or has only as a picture. */
export function warnOfAsides(asides: Asides, save: Format, work: Work): void {
  const loadsPictures = LOADED_AS_PICTURES.has(work.input.format?.name ?? '');
  const lost = (Object.keys(PARTS) as (keyof Asides)[])
    .map((name) => ({ name, count: asides[name], ...PARTS[name] }))
    .filter(({ keptIn, picturedIn }) => !keptIn.includes(save) || (picturedIn !== undefined && loadsPictures));
  const isPictured = ({ picturedIn }: Part) => picturedIn?.includes(save) === true;
  const missing = lost.filter((part) => !isPictured(part));
  warnOfLostParts(missing, NOT_THERE, work);
  warnOfLostParts(lost.filter(isPictured), AS_PICTURE, work);
}
