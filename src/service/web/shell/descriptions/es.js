import documents from './es/documents.js';
import everyday from './es/everyday.js';
import others from './es/others.js';
import subtitles from './es/subtitles.js';

/** Descriptions of options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default { ...everyday, ...documents, ...others, ...subtitles };
