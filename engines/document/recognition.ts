import { type Recognition, readRecognition } from '../../tools/programs/ocr/options.ts';
import { catalog } from './catalog.ts';
import type { DocumentOptions, Target } from './targets.ts';

/**
 * Returns what validated options of a document target ask of text recognition; null if `ocr` is not true. By default, targets with the
 * option `ocr_mode` keep the layout, all others let the text flow. Throws what readRecognition throws.
 */
export function recognitionOf(target: Target, options: DocumentOptions): Recognition | null {
  const hasMode = Object.hasOwn(catalog.targets[target].options, 'ocr_mode');
  return readRecognition(options, hasMode ? 'layout' : 'text');
}
