import type { CadDocument } from '@node-projects/acad-ts';
import { countRepair, type Repairs } from './count.ts';

interface Names {
  tryGetValue(name: string): { readonly name: string } | undefined;
}

/** Name of the entry that every drawing has. */
const STANDARD = 'Standard';

/**
 * The header names the current layer, linetype and styles ($CLAYER, $DIMSTYLE, …); if the table lacks one, the standard entry replaces it.
 */
export function repairCurrentNames(document: CadDocument, repairs: Repairs): void {
  const { dimensionStyles, header, layers, lineTypes, textStyles } = document;
  if (header === null) return;
  const isMissing = (table: Names | null, name: string): boolean => table?.tryGetValue(name) === undefined;
  const missing = (what: string, name: string): void =>
    countRepair(repairs, `current ${what} "${name}" that is missing`);
  if (isMissing(layers, header.currentLayerName)) {
    missing('layer', header.currentLayerName);
    header.currentLayerName = '0';
  }
  if (isMissing(lineTypes, header.currentLineTypeName)) {
    missing('linetype', header.currentLineTypeName);
    header.currentLineTypeName = 'ByLayer';
  }
  if (isMissing(textStyles, header.currentTextStyleName)) {
    missing('text style', header.currentTextStyleName);
    header.currentTextStyleName = STANDARD;
  }
  if (isMissing(dimensionStyles, header.currentDimensionStyleName)) {
    missing('dimension style', header.currentDimensionStyleName);
    header.currentDimensionStyleName = STANDARD;
  }
  if (isMissing(textStyles, header.dimensionTextStyleName)) {
    missing('text style of dimensions', header.dimensionTextStyleName);
    header.dimensionTextStyleName = STANDARD;
  }
}
