/**
 * The DPI that images are shown with where they are shown largest, by the number of their objects: of what `pdfimages -list` prints, a row
 * for each time that one is shown, with its object, its generation, and both densities.
 */
export function parseShownDpi(output: string): Record<string, number> {
  const shown: Record<string, number> = {};
  for (const [, object = '', across, down] of output.matchAll(/ (\d+) +\d+ +(\d+) +(\d+) +\S+ +\S+$/gm)) {
    const dpi = Math.min(Number(across), Number(down));
    if (dpi > 0) shown[object] = Math.min(dpi, shown[object] ?? dpi);
  }
  return shown;
}
