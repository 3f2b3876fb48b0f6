import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import type { PageLook } from './step.ts';

/** Warns of the options `style` and `css` for an input of which no browser shows a page made of Markdown. */
export function warnOfLook(look: PageLook, { filename }: Pick<LocalInput, 'filename'>, context: WorkContext): void {
  for (const option of Object.keys(look)) {
    const message = `Option ${option} has no effect: ${filename} is not Markdown that a browser shows.`;
    context.warn('option_no_effect', message, { option });
  }
}
