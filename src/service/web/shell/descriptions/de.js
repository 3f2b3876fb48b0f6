import documents from './de/documents.js';
import everyday from './de/everyday.js';
import others from './de/others.js';
import subtitles from './de/subtitles.js';

/** Descriptions of options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default { ...everyday, ...documents, ...others, ...subtitles };
