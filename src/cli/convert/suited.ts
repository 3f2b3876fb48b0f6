import { routeTo } from '../../catalog/conversion-graph.ts';
import type { CatalogEntry } from '../../catalog/index.ts';
import { identify } from '../../files/identify.ts';
import { badRequest } from '../bad-request.ts';
import type { FoundInput } from './find-inputs.ts';

/** Inputs to convert, and messages about those that are skipped. */
export interface Suited {
  readonly inputs: readonly FoundInput[];
  readonly leftOut: readonly string[];
}

/**
 * Skips files of folders whose format cannot become the target. Files that were typed stay, so that their errors are shown. Throws
 * ConversionErrors if nothing is left.
 */
export async function onlySuited(found: readonly FoundInput[], { category, target }: CatalogEntry): Promise<Suited> {
  const inputs: FoundInput[] = [];
  const leftOut: string[] = [];
  for (const input of found) {
    const format = input.isFromFolder && input.path !== null ? await identify(input.path).catch(() => null) : null;
    if (format === null || routeTo(category, target, format.name) !== null) inputs.push(input);
    else leftOut.push(`${input.label} cannot become ${category}/${target} (${format.name})`);
  }
  if (inputs.length === 0) throw badRequest(`None of the ${leftOut.length} files can become ${category}/${target}.`);
  return { inputs, leftOut };
}
