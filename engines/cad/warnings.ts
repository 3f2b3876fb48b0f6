import { pluralize } from '../../src/util/pluralize.ts';
import type { WorkContext } from '../../src/work/context.ts';
import { type DrawingVersion, versionLabel } from '../../tools/formats/dwg/drawing-versions.ts';
import type { Loss } from '../../tools/formats/dwg/losses.ts';
import type { DrawingResult } from './job.ts';

/** Warns of parts of the drawing that are missing in the result or only look similar. */
export function warnOfLosses(
  { entities, unread, repairs, losses }: DrawingResult,
  version: DrawingVersion,
  { warn }: Pick<WorkContext, 'warn'>,
): void {
  const missing = sum(Object.values(unread));
  if (missing > 0) {
    const message = `${pluralize(missing, 'object')} of the drawing could not be read and ${missing === 1 ? 'is' : 'are'} missing: ${list(Object.entries(unread))}.`;
    warn('output_limited', message, { unread });
  }
  const repaired = sum(Object.values(repairs));
  if (repaired > 0) {
    const message = `The drawing has ${pluralize(repaired, 'error')} that ${repaired === 1 ? 'was' : 'were'} repaired: ${list(Object.entries(repairs))}.`;
    warn('input_damaged', message, { repairs });
  }
  for (const [kind, text] of [
    ['dropped', 'could not be kept'],
    ['approximated', 'had to be replaced by simpler ones that look alike'],
  ] as const satisfies readonly (readonly [keyof Loss, string])[]) {
    const types = losses.filter(([, loss]) => loss[kind] > 0).map(([type, loss]) => [type, loss[kind]] as const);
    const total = sum(types.map(([, number]) => number));
    if (total === 0) continue;
    warn(
      'output_limited',
      `${total} of ${pluralize(entities, 'entity', 'entities')} ${text} in version ${versionLabel(version)}: ${list(types)}.`,
      { [kind]: Object.fromEntries(types), entities },
    );
  }
}
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const list = (types: readonly (readonly [string, number])[]): string =>
  types.map(([type, number]) => `${number} ${type}`).join(', ');
