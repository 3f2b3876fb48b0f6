import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { PageLook } from './step.ts';

/** Warns of the options `style` and `css` for an input of which no page is made that has them. */
export function warnOfLook(look: PageLook, { filename }: Pick<LocalInput, 'filename'>, context: WorkContext): void {
  for (const option of Object.keys(look)) {
    const message = `Option ${option} has no effect: no page is made of ${filename} that has it.`;
    context.warn('option_no_effect', message, { option });
  }
}
