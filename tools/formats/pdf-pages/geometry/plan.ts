import type { PdfObjects } from '../objects/objects.ts';
import type { Ref } from '../objects/values.ts';
import type { Change, Outcome } from './change.ts';
import { combinePages } from './combine.ts';
import { cropPages } from './crop.ts';
import { drawFields } from './draw-fields.ts';
import { extendPages } from './extend.ts';
import { fitPages } from './fit.ts';
import { flattenPages } from './flatten-pages.ts';
import { splitPages } from './split.ts';

/**
 * Makes a change in the objects of a document.
 * @param data base64 of the streams that an earlier outcome asked for
 * Throws ConversionError `option_unsupported`, `input_damaged`.
 */
export function planChange(objects: PdfObjects, change: Change, data: ReadonlyMap<Ref, string>): Outcome {
  switch (change.kind) {
    case 'split':
      return splitPages(objects, change);
    case 'fit':
      return fitPages(objects, change, data);
    case 'extend':
      return extendPages(objects, change);
    case 'crop':
      return cropPages(objects, change);
    case 'combine':
      return combinePages(objects, change);
    case 'flatten':
      return flattenPages(objects, change.what);
    case 'drawFields':
      return drawFields(objects);
  }
}
