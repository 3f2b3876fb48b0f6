import documents from './ja/documents.js';
import everyday from './ja/everyday.js';
import others from './ja/others.js';
import subtitles from './ja/subtitles.js';

/** Descriptions of options, by their English text in the catalog. @type {Readonly<Record<string, string>>} */
export default { ...everyday, ...documents, ...others, ...subtitles };
