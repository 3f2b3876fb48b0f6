import { type Recognition, readRecognition } from '../../tools/ocr/options.ts';
import { catalog } from './catalog.ts';
import type { DocumentOptions, Target } from './targets.ts';

/**
 * What validated options of a document target ask of text recognition; null where `ocr` is not true. Targets that have the option
 * `ocr_mode` lay the text out by default, all others let it flow. Throws as readRecognition.
 */
export function recognitionOf(target: Target, options: DocumentOptions): Recognition | null {
  const hasMode = Object.hasOwn(catalog.targets[target].options, 'ocr_mode');
  return readRecognition(options, hasMode ? 'layout' : 'text');
}
