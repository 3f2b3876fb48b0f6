/**
 * Runs in a page before its own scripts, and makes it keep WebGL drawings. Chromium clears them after a frame is painted and prints the
 * canvas afterwards, so it would be empty.
 */
export const KEEP_WEBGL = `for (const { prototype } of [HTMLCanvasElement, OffscreenCanvas]) {
  const { getContext } = prototype;
  prototype.getContext = function (type, attributes) {
    const keeps = /webgl/i.test(type) ? { ...attributes, preserveDrawingBuffer: true } : attributes;
    return getContext.call(this, type, keeps);
  };
}`;
