import { msg, msgIfAny } from './i18n.js';

/* Texts for people. Pure functions. */

/**
 * The label of an option.
 *
 * @param {string} name such as `audio_bitrate`
 * @returns {string | import('./i18n.js').Message}
 */
export const optionLabel = (name) => msgIfAny(`option.${name}`) ?? name.replaceAll('_', ' ');

/** Programs and devices that a target is for; the names are the same in all languages. */
const KNOWN_AS = /** @type {Readonly<Record<string, string>>} */ ({
  'document/docx': 'Word',
  'document/xlsx': 'Excel',
  'document/pptx': 'PowerPoint',
  'document/odt': 'LibreOffice',
  'document/md': 'Markdown',
  'ebook/azw3': 'Kindle',
  'ebook/kepub': 'Kobo',
});

/**
 * The label of a target.
 *
 * @param {string} path `category/target`
 * @returns {string | import('./i18n.js').Message}
 */
export const targetLabel = (path) => msgIfAny(`target.${path}`) ?? (path.split('/')[1] ?? path).toUpperCase();

/** @param {string} path @returns {string | null} the program or device that it is for */
export const targetHint = (path) => KNOWN_AS[path] ?? null;

/** @param {string} category @returns {string | import('./i18n.js').Message} */
export const categoryLabel = (category) => msgIfAny(`category.${category}`) ?? category;

/**
 * @typedef {import('../../documents/schemas.ts').JobDocument} Job
 * @param {Pick<Job, 'status'>} job
 * @returns {string} the name of its status, from either of its forms
 */
export const statusOf = (job) => (typeof job.status === 'string' ? job.status : job.status.code);

/** @param {string} status */
export const isFinal = (status) => status === 'completed' || status === 'failed' || status === 'canceled';

/** @param {string} status */
export const statusText = (status) => msgIfAny(`status.${status}`) ?? status;

/** @param {string} name of a file @returns {string} its extension in lower case; may be empty */
export const extensionOf = (name) => /\.([^.\s]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** @param {number} count of files */
export const filesText = (count) => msg('files.count', { count });
