import documents from './zh/documents.js';
import everyday from './zh/everyday.js';
import others from './zh/others.js';
import subtitles from './zh/subtitles.js';

/** Descriptions of options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default { ...everyday, ...documents, ...others, ...subtitles };
