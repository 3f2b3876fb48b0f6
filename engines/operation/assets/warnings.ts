import { pluralize } from '../../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';

/** Warns that some files inside an input could not be read. */
export function warnOfDamaged(damaged: number, { filename }: LocalInput, context: WorkContext): void {
  if (damaged === 0) return;
  context.warn(
    'input_damaged',
    `${pluralize(damaged, 'file')} inside ${filename} could not be unpacked; the others were.`,
  );
}
