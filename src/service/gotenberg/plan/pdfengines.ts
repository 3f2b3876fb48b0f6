import { FACTURX, FACTURX_LEVEL } from '../fields/attachments.ts';
import { type FieldGroup, readFields } from '../fields/field.ts';
import { filesOf } from '../fields/files.ts';
import { readMarks } from '../fields/marks.ts';
import {
  AUTO_INDEX,
  BOOKMARKS,
  BOOKMARKS_NEEDED,
  type Bookmark,
  METADATA,
  METADATA_NEEDED,
  OWNER_PASSWORD,
  PDF_A,
  PDF_UA,
  ROTATE_NEEDED,
  SPLIT_NEEDED,
  TITLE_BOOKMARKS,
  USER_PASSWORD,
} from '../fields/pdf.ts';
import type { Form } from '../form/form.ts';
import { invalidForm } from '../refusal.ts';
import { fuse, type Work } from './fuse.ts';
import { ATTACH, FINISH, FLAT, SHRINK } from './groups.ts';
import { workOf } from './marks.ts';
import { bookmarksWork, isList, mergedBookmarks, outlineOf, requireBookmarks } from './outlines.ts';
import type { Plan, Step } from './plan.ts';
import {
  checkFormats,
  encryptWork,
  filesWork,
  lastWorks,
  markWorks,
  metadataWork,
  optimizeWork,
  optionsWork,
  pdfAWork,
  rotateWork,
  splitWork,
} from './works.ts';

/* Plans of `/forms/pdfengines/…`. All throw Refusal 400. */

const PDFS: FieldGroup = { readings: [filesOf(['.pdf'])] };

/** Plans works on each PDF of a form. Without any, the PDFs come back as they are, in a new file. */
function planWorks(form: Form, works: readonly Work[], first: Step | null = null): Plan {
  const files = form.filesOf(['.pdf']);
  return {
    source: { kind: 'files', files },
    steps: fuse(works.length === 0 && first === null ? AS_IT_IS : first, works),
    names: files.map(({ filename }) => filename),
  };
}

const AS_IT_IS: Step = { category: 'document', target: 'pdf', options: {} };

export function planMerge(form: Form): Plan {
  const fields = readFields(form, {
    ...FINISH,
    metadata: { readings: [METADATA, BOOKMARKS] },
    attachments: ATTACH,
    optimize: SHRINK,
    files: PDFS,
    flatten: FLAT,
    bookmarks: { readings: [AUTO_INDEX, TITLE_BOOKMARKS] },
  });
  const marks = markWorks(form);
  checkFormats(form, fields);
  const bookmarks = fields.get(BOOKMARKS);
  const works = [...marks, ...lastWorks(form, fields)];
  const first: Step = { ...AS_IT_IS, options: { merge: true }, names: 'new' };
  const stepsWith = (outline: readonly Bookmark[] | undefined) => fuse(first, [...bookmarksWork(outline), ...works]);
  const files = form.filesOf(['.pdf']);
  const plan = { source: { kind: 'files', files }, names: files.map(() => null) } as const;
  const isTitled = fields.get(TITLE_BOOKMARKS) === true;
  // Merged files keep their own bookmarks, unless there are others: then all have to be said.
  const isKnown = isTitled || (fields.get(AUTO_INDEX) === true && bookmarks !== undefined);
  if (!isKnown || (bookmarks !== undefined && isList(bookmarks))) {
    return { ...plan, steps: stepsWith(mergedBookmarks(bookmarks, form)) };
  }
  requireBookmarks();
  const survey = (documents: ReadonlyMap<string, unknown>) =>
    stepsWith(outlineOf(files, { documents, given: bookmarks ?? {}, isTitled }));
  return { ...plan, steps: [], survey };
}

export function planSplit(form: Form): Plan {
  const fields = readFields(form, {
    split: { readings: SPLIT_NEEDED },
    ...FINISH,
    attachments: ATTACH,
    optimize: SHRINK,
    files: PDFS,
    flatten: FLAT,
  });
  const marks = markWorks(form);
  checkFormats(form, fields);
  return planWorks(form, [...splitWork(fields), ...marks, ...lastWorks(form, fields)]);
}

export function planFlatten(form: Form): Plan {
  readFields(form, { files: PDFS });
  return planWorks(form, [{ options: { flatten: 'all' } }]);
}

export function planOptimize(form: Form): Plan {
  const fields = readFields(form, { optimize: SHRINK, files: PDFS });
  return planWorks(form, optimizeWork(fields, true));
}

export function planFormats(form: Form): Plan {
  const fields = readFields(form, { formats: FINISH.formats, files: PDFS });
  if (fields.get(PDF_A) === undefined && fields.get(PDF_UA) !== true) {
    throw invalidForm("either 'pdfa' or 'pdfua' form fields must be provided");
  }
  const plan = planWorks(form, [...pdfAWork(form, fields), ...optionsWork(fields.options.formats)]);
  return plan.names.length > 1 ? plan : { ...plan, names: [null] };
}

export function planMetadata(form: Form): Plan {
  const fields = readFields(form, { metadata: { readings: [METADATA_NEEDED] }, files: PDFS });
  return planWorks(form, metadataWork(fields));
}

export function planBookmarks(form: Form): Plan {
  const { get } = readFields(form, { bookmarks: { readings: [BOOKMARKS_NEEDED] }, files: PDFS });
  const bookmarks = get(BOOKMARKS_NEEDED) ?? [];
  if (isList(bookmarks)) return planWorks(form, bookmarksWork(bookmarks));
  const files = form.filesOf(['.pdf']);
  const each = new Map(files.map(({ filename }) => [filename, { bookmarks: bookmarks[filename] ?? [] }]));
  if (files.length > 0) requireBookmarks();
  const named = files.some(({ filename }) => (bookmarks[filename]?.length ?? 0) > 0);
  return planWorks(form, named ? [{ options: {}, each }] : []);
}

export function planEncrypt(form: Form): Plan {
  const fields = readFields(form, { encrypt: FINISH.encrypt, files: PDFS });
  if (fields.get(USER_PASSWORD) === undefined && fields.get(OWNER_PASSWORD) === undefined) {
    throw invalidForm("a 'userPassword' or 'ownerPassword' is required");
  }
  checkFormats(form, fields);
  return planWorks(form, encryptWork(fields));
}

export function planEmbed(form: Form): Plan {
  const fields = readFields(form, { attachments: ATTACH, files: PDFS });
  return planWorks(form, [...filesWork(form, fields), ...pdfAWork(form, fields)]);
}

export function planFacturX(form: Form): Plan {
  const fields = readFields(form, {
    formats: FINISH.formats,
    attachments: { readings: FACTURX },
    files: PDFS,
  });
  if (fields.get(FACTURX_LEVEL) === undefined || form.filesIn('facturxXml').length === 0) {
    throw invalidForm("'facturxConformanceLevel' and 'facturxXml' are both required");
  }
  return planWorks(form, [
    ...filesWork(form, fields),
    ...pdfAWork(form, fields),
    ...optionsWork(fields.options.formats),
  ]);
}

/** Plans `…/watermark` and `…/stamp`. */
export const planMarks =
  (kind: 'watermark' | 'stamp') =>
  (form: Form): Plan => {
    // The sources are read before the files are looked for, and the files that belong to them after it.
    readFields(form, { files: PDFS });
    const marks = readMarks(form, kind);
    if (marks.length === 0) throw invalidForm(`form field '${kind}Source' is required`);
    return planWorks(form, marks.map(workOf));
  };

export function planRotate(form: Form): Plan {
  const fields = readFields(form, { rotate: { readings: ROTATE_NEEDED }, files: PDFS });
  return planWorks(form, rotateWork(fields));
}

/** Plans `…/bookmarks/read`. */
export function planBookmarksReading(form: Form): Plan {
  const plan = planReading(form, {});
  requireBookmarks();
  return plan;
}

/** Plans `…/metadata/read` and the like, whose answer is made of what the target json says about each file. */
export function planReading(form: Form, options: Readonly<Record<string, unknown>>): Plan {
  readFields(form, { files: PDFS });
  const files = form.filesOf(['.pdf']);
  return {
    source: { kind: 'files', files },
    steps: [{ category: 'metadata', target: 'json', options: { ...options } }],
    names: files.map(({ filename }) => filename),
  };
}
