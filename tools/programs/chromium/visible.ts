import { setTimeout as pause } from 'node:timers/promises';
import { LATE, within } from './deadline.ts';
import { evaluateBeside, isReplaced, PageExceptionError } from './isolated-world.ts';
import { NoPageError } from './no-page-error.ts';
import type { Tab } from './tab.ts';

/** Between two looks, milliseconds. */
const LOOK_EVERY = 50;

/** An expression: whether an element that matches can be seen. */
const isVisible = (selector: string): string => `(() => {
  const element = document.querySelector(${JSON.stringify(selector)});
  if (element === null || !element.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = element.getBoundingClientRect();
  return width > 0 && height > 0;
})()`;

/**
 * Waits until the first element that matches a CSS selector can be seen. Throws NoPageError for an invalid selector, and if the time is
 * up.
 * @param endsAt deadline from performance.now()
 */
export async function waitForSelector(tab: Tab, selector: string, endsAt: number): Promise<void> {
  do {
    const seen = await within(look(tab, selector), endsAt);
    if (seen === true) return;
    if (seen === LATE) break;
    await pause(LOOK_EVERY);
  } while (performance.now() < endsAt);
  throw new NoPageError({ kind: 'selector' });
}

async function look(tab: Tab, selector: string): Promise<boolean> {
  try {
    return await evaluateBeside<boolean>(tab, { expression: isVisible(selector) });
  } catch (error) {
    if (error instanceof PageExceptionError) throw new NoPageError({ kind: 'selector' }, { cause: error });
    if (isReplaced(error)) return false;
    throw error;
  }
}
