import documents from './fr/documents.js';
import everyday from './fr/everyday.js';
import others from './fr/others.js';
import subtitles from './fr/subtitles.js';

/** Descriptions of options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default { ...everyday, ...documents, ...others, ...subtitles };
