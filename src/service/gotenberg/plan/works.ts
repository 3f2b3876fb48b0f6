import type { OptionValues } from '../../../task/types.ts';
import { EMBEDS_METADATA, FACTURX_LEVEL, FACTURX_TYPE, FACTURX_VERSION } from '../fields/attachments.ts';
import type { FieldOf } from '../fields/field.ts';
import { unsupported } from '../fields/field.ts';
import { readMarks } from '../fields/marks.ts';
import {
  ALLOW_MODIFYING,
  IMAGE_QUALITY,
  METADATA,
  OPTIMIZE_IMAGES,
  OWNER_PASSWORD,
  PDF_A,
  PERMISSIONS,
  ROTATE_ANGLE,
  ROTATE_PAGES,
  SPLIT_MODE,
  SPLIT_SPAN,
  SPLIT_UNIFY,
  USER_PASSWORD,
} from '../fields/pdf.ts';
import type { Form } from '../form/form.ts';
import { invalidForm, Refusal } from '../refusal.ts';
import type { Work } from './fuse.ts';
import { workOf } from './marks.ts';
import { pageSelection } from './pages.ts';
import { acceptsPdfOption } from './subjects.ts';

/* What is done with PDFs once they are there, each as one work. Empty: nothing is asked for. */

/** Reads values of fields. */
export interface Values {
  get<Value>(field: FieldOf<Value>): Value | undefined;
}

/** Most parts that a document is cut into by pages of which each has several. */
const MOST_PARTS = 1000;

/** Throws Refusal 400 for pages that cannot be read. */
export function splitWork({ get }: Values): Work[] {
  const mode = get(SPLIT_MODE);
  const span = (get(SPLIT_SPAN) ?? '').replaceAll(/\s/g, '');
  if (mode === undefined) return [];
  const parts = { allow_multiple_outputs: true };
  if (mode === 'intervals') {
    const pages = Number(span);
    const cuts = Array.from({ length: MOST_PARTS }, (_, index) => pages * (index + 1)).filter((cut) => cut < 1e7);
    const options = pages === 1 ? { one_file_per_page: true } : { split: cuts.join(',') };
    return [{ options: { ...options, ...parts }, names: 'parts' }];
  }
  const rearrange = pageSelection(span);
  if (rearrange === null) {
    throw new Refusal(
      400,
      "The requested split mode is not supported, or no PDF engine could process it. Valid modes: 'intervals', 'pages'.",
    );
  }
  if (get(SPLIT_UNIFY)) return [{ options: { rearrange }, namesPages: true }];
  return [{ options: { rearrange, one_file_per_page: true, ...parts }, names: 'parts', namesPages: true }];
}

/** Throws Refusal 400. */
export const markWorks = (form: Form): Work[] =>
  [...readMarks(form, 'watermark'), ...readMarks(form, 'stamp')].map(workOf);

export function rotateWork({ get }: Values): Work[] {
  const angle = get(ROTATE_ANGLE);
  const pages = get(ROTATE_PAGES);
  if (angle === undefined) return [];
  const selection = pages === undefined ? '1-last' : pageSelection(pages);
  if (selection === null) {
    throw invalidForm(`form field 'rotatePages' is invalid (got '${pages}'): pages are written as in 1-3,5,8-`);
  }
  return [{ options: { rotate: [{ pages: selection, angle }] }, namesPages: pages !== undefined }];
}

/** @param always whether pictures are made smaller without being asked for */
export const optimizeWork = ({ get }: Values, always = false): Work[] =>
  always || get(OPTIMIZE_IMAGES) ? [{ options: { images_quality: Math.max(10, get(IMAGE_QUALITY) ?? 80) } }] : [];

/** Work of options that only the table of fields names. */
export const optionsWork = (options: OptionValues): Work[] => (Object.keys(options).length === 0 ? [] : [{ options }]);

/** Says that there is no such format; LibreOffice says it in its own way. */
export const noSuchFormat = (): Refusal =>
  new Refusal(
    400,
    'The requested PDF format is not supported, or no PDF engine could apply it. Valid formats include PDF/A-1b, PDF/A-2b, PDF/A-3b, and PDF/UA.',
  );

/** @param refuse makes the refusal of a format that is not written */
export function pdfAWork(form: Form, { get }: Values, refuse = noSuchFormat): Work[] {
  const asked = get(PDF_A);
  // An invoice is PDF/A-3 anyway.
  if (asked === undefined || form.filesIn('facturxXml').length > 0) return [];
  const level = /^PDF\/A-(1[ab]|[23][abu])$/.exec(asked)?.[1];
  if (level === undefined) throw refuse();
  return [{ options: { pdf_a: level } }];
}

/** Throws Refusal 400 for values that no metadata can have. */
export function metadataWork({ get }: Values): Work[] {
  const asked = get(METADATA);
  if (asked === undefined) return [];
  // Some names of ExifTool mean the file, and not the document.
  const metadata = Object.fromEntries(Object.entries(asked).filter(([name]) => !OF_FILES.test(name)));
  const texts = Object.values(metadata).flatMap((value) => (Array.isArray(value) ? value : [value]));
  if (texts.some((value) => typeof value === 'string' && /\p{Cc}/u.test(value))) {
    throw new Refusal(
      400,
      'The requested metadata could not be written; ensure values are valid and free of control characters.',
    );
  }
  if (Object.keys(metadata).length === 0) return [];
  const version = VERSIONS.find((each) => each === String(metadata.PDFVersion));
  // PDF/A has the version that its part requires.
  const isFree = version !== undefined && get(PDF_A) === undefined && get(FACTURX_LEVEL) === undefined;
  return [{ options: isFree ? { version } : {}, metadata }];
}

/** Versions of PDF that a document can be given by its metadata. */
const VERSIONS = ['1.4', '1.5', '1.6', '1.7', '2.0'];

/** Tags of ExifTool that rename or move files, and the switch of our own metadata: Gotenberg leaves them out, too. */
const OF_FILES = /^(?:.*:)?(?:filename|directory|hardlink|symlink|testname|clear_?all)$/i;

/** Names of relationships by Gotenberg's, which are those of PDF: `FormData`. */
const relationshipOf = (name: string): string => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();

const LEVELS: Readonly<Record<string, string>> = {
  MINIMUM: 'minimum',
  'BASIC WL': 'basic_wl',
  BASIC: 'basic',
  'EN 16931': 'en16931',
  EXTENDED: 'extended',
  XRECHNUNG: 'xrechnung',
};

/** Files to attach, with their kinds and relationships, and the invoice of a Factur-X document. Throws Refusal 400. */
export function filesWork(form: Form, values: Values): Work[] {
  const attached = form.filesIn('embeds');
  const about = values.get(EMBEDS_METADATA) ?? {};
  const invoice = invoiceOf(form, values);
  if (attached.length === 0 && invoice === null) return [];
  if (!acceptsPdfOption('embed')) throw invalidForm(unsupported(invoice === null ? 'embeds' : 'facturxXml'));
  const embed = attached.map(({ filename, stored }) => ({
    filename: stored.content.filename,
    name: filename,
    ...(about[filename]?.relationship && { relationship: relationshipOf(about[filename].relationship) }),
    ...(about[filename]?.mimeType && { mime_type: about[filename].mimeType }),
  }));
  return [
    {
      options: { embed: [...embed, ...(invoice?.embed ?? [])], ...invoice?.options },
      beside: [...attached, ...(invoice?.files ?? [])],
    },
  ];
}

function invoiceOf(form: Form, { get }: Values) {
  const level = get(FACTURX_LEVEL);
  const [xml] = form.filesIn('facturxXml');
  if (level === undefined && xml === undefined) return null;
  if (level === undefined) throw invalidForm("'facturxConformanceLevel' is required when 'facturxXml' is provided");
  if (xml === undefined) throw invalidForm("'facturxXml' file is required when 'facturxConformanceLevel' is set");
  const pdfA = get(PDF_A);
  if (pdfA !== undefined && !pdfA.startsWith('PDF/A-3')) {
    throw invalidForm(`Factur-X requires a PDF/A-3 variant (PDF/A-3a, PDF/A-3b, or PDF/A-3u), got '${pdfA}'`);
  }
  return {
    files: [xml],
    embed: [
      {
        filename: xml.stored.content.filename,
        name: 'factur-x.xml',
        relationship: 'alternative',
        mime_type: 'text/xml',
      },
    ],
    options: {
      factur_x: LEVELS[level],
      factur_x_document: get(FACTURX_TYPE)?.toLowerCase(),
      factur_x_version: get(FACTURX_VERSION),
      pdf_a: '3b',
    },
  };
}

/** Passwords, and what readers may do. Each permission is said, because one may imply others. Throws Refusal 400. */
export function encryptWork({ get }: Values): Work[] {
  const user = get(USER_PASSWORD);
  const owner = get(OWNER_PASSWORD);
  if (user === undefined && owner === undefined) return [];
  const isRestricted = PERMISSIONS.some(([field]) => get(field) === false);
  const permissions = PERMISSIONS.flatMap(([field, option]) => {
    const isAllowed = get(field) !== false;
    if (acceptsPdfOption(option)) return [[option, isAllowed] as const];
    if (!isAllowed && get(ALLOW_MODIFYING) !== false) throw invalidForm(unsupported(field.name));
    return [];
  });
  return [
    {
      options: {
        ...(user !== undefined && { new_user_password: user }),
        ...(owner !== undefined && { new_owner_password: owner }),
        ...(isRestricted && Object.fromEntries(permissions)),
      },
    },
  ];
}

/** Values and options of the fields that most routes share. */
export interface CommonFields extends Values {
  readonly options: { readonly flatten: OptionValues; readonly formats: OptionValues };
}

/** Returns the works that most routes end with. Throws Refusal 400. @param refuse as that of `pdfAWork` */
export const lastWorks = (form: Form, fields: CommonFields, refuse = noSuchFormat): Work[] => [
  ...rotateWork(fields),
  ...optionsWork(fields.options.flatten),
  ...optimizeWork(fields),
  ...filesWork(form, fields),
  ...pdfAWork(form, fields, refuse),
  ...optionsWork(fields.options.formats),
  ...metadataWork(fields),
  ...encryptWork(fields),
];

/** Throws Refusal 400 for fields that exclude each other. */
export function checkFormats(form: Form, { get }: Values): void {
  const pdfA = get(PDF_A);
  const isRestricted = PERMISSIONS.some(([field]) => get(field) === false);
  if (pdfA !== undefined && get(USER_PASSWORD) !== undefined) {
    throw invalidForm('PDF/A format is incompatible with encryption');
  }
  if (pdfA !== undefined && !pdfA.startsWith('PDF/A-3') && form.filesIn('embeds').length > 0) {
    throw invalidForm(`PDF format '${pdfA}' does not support embedded files; only PDF/A-3 variants allow attachments`);
  }
  if (isRestricted && get(USER_PASSWORD) === undefined && get(OWNER_PASSWORD) === undefined) {
    throw invalidForm("permission restrictions require a 'userPassword' or 'ownerPassword'");
  }
}
