import { routeTo } from '../../catalog/conversion-graph.ts';
import type { CatalogEntry } from '../../catalog/index.ts';
import { identify } from '../../files/identify.ts';
import { badRequest } from '../bad-request.ts';
import type { FoundInput } from './find-inputs.ts';

/** Inputs to convert, and what is left out of folders, in words. */
export interface Suited {
  readonly inputs: readonly FoundInput[];
  readonly leftOut: readonly string[];
}

/**
 * Leaves out the files of folders that cannot become the target by what they are; what was named by itself stays, for its error
 * to be seen. Throws ConversionErrors where nothing is left.
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
