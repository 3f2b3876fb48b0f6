import type { BrowserContext } from 'playwright-core';

/** Runs in a page before its own scripts. */
const KEEP = `for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
  const { getContext } = prototype;
  prototype.getContext = function (type, attributes) {
    const keeps = /webgl/i.test(type) ? { ...attributes, preserveDrawingBuffer: true } : attributes;
    return getContext.call(this, type, keeps);
  };
}`;

/**
 * Makes the pages of a context keep WebGL drawings. Chromium clears them after a frame is painted and prints the canvas afterwards, so it
 * would be empty.
 */
export async function keepWebGl(context: BrowserContext): Promise<void> {
  await context.addInitScript(KEEP);
}
