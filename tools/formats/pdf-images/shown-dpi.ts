/**
 * Parses the output of `pdfimages -list`: a row per use of an image, with its object, its generation, and both densities. Returns the DPI
 * at which each image is shown largest, by object number.
 */
export function parseShownDpi(output: string): Record<string, number> {
  const shown: Record<string, number> = {};
  for (const [, object = '', across, down] of output.matchAll(/ (\d+) +\d+ +(\d+) +(\d+) +\S+ +\S+$/gm)) {
    const dpi = Math.min(Number(across), Number(down));
    if (dpi > 0) shown[object] = Math.min(dpi, shown[object] ?? dpi);
  }
  return shown;
}
