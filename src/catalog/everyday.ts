import { COMMON_OPTIONS } from './common.ts';
import type { CatalogEntry } from './definition.ts';

/** Options that most people come for, in the order in which they are shown, whatever the target. */
export const EVERYDAY: readonly string[] = [
  'width',
  'height',
  'quality',
  'max_file_size',
  'file_size',
  'video_codec',
  'fps',
  'speed',
  'subtitles',
  'rotate',
  'audio_codec',
  'audio_bitrate',
  'start',
  'end',
  'normalize',
  'pages',
  'page_size',
  'orientation',
  'merge',
  'split',
  'ocr',
  'language',
  'pdf_a',
  'compression_level',
  'encrypt_password',
  'new_user_password',
  'new_owner_password',
  'title',
  'author',
  'reader',
  'version',
  'cad_layout',
  'language_tts',
  'language_stt',
  'chunk_size',
  'pictures',
  'hmac',
  'rounds',
];

/** The options of a target as people need them. */
export interface OptionGroups {
  readonly everyday: readonly string[];
  readonly more: readonly string[];
  /** Those that every target has. */
  readonly common: readonly string[];
  /** Still taken, and replaced by another. */
  readonly deprecated: readonly string[];
}

/** Names of all options of a target, each in one group. */
export function groupOptions({ options }: Pick<CatalogEntry, 'options'>): OptionGroups {
  const names = Object.keys(options);
  const isDeprecated = (name: string) => options[name]?.deprecated === true;
  const deprecated = names.filter(isDeprecated);
  const common = names.filter((name) => Object.hasOwn(COMMON_OPTIONS, name) && !isDeprecated(name));
  const everyday = EVERYDAY.filter((name) => names.includes(name) && !isDeprecated(name));
  const shown = new Set([...everyday, ...common, ...deprecated]);
  return { everyday, more: names.filter((name) => !shown.has(name)), common, deprecated };
}
