import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type MathJax from 'mathjax';

export interface FormulaJob {
  /** Name in the job's folder: `{"formulas": Formula[]}`, as formula_pictures.py writes it. */
  readonly formulas: string;
  /** Name of the result there: `{"pictures": (Picture | null)[]}`, one for each formula. */
  readonly pictures: string;
  readonly pixelsPerEm: number;
}

interface Formula {
  /** Only elements and attributes of MathML: formula_pictures.py removes those that refer to files or addresses. */
  readonly mathml: string;
  /** Whether it is on a line of its own. */
  readonly display: boolean;
}

/** A picture with its lengths in em of the surrounding text. */
interface Picture {
  /** Name of a PNG in the job's folder. */
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** How far it extends below the baseline. */
  readonly depth: number;
}

/** Larger than any formula of a book, em. */
const LARGEST = 200;
const MOST_PIXELS = 16e6;

/** Draws each formula; null for one that cannot be drawn. */
export async function drawFormulas(
  job: FormulaJob,
  folder: string,
  progress: (percent: number) => void,
): Promise<{ readonly drawn: number }> {
  const { formulas } = JSON.parse(await readFile(join(folder, job.formulas), 'utf8')) as { formulas: Formula[] };
  const mathJax = await started();
  const pictures: (Picture | null)[] = [];
  for (const [index, formula] of formulas.entries()) {
    const name = `formula-${index + 1}.png`;
    const drawn = await drawFormula(formula, job.pixelsPerEm, mathJax);
    if (drawn !== null) await writeFile(join(folder, name), drawn.png);
    pictures.push(drawn === null ? null : { name, ...drawn.size });
    if (index % 100 === 99) progress((100 * index) / formulas.length);
  }
  await writeFile(join(folder, job.pictures), JSON.stringify({ pictures }));
  return { drawn: pictures.filter((picture) => picture !== null).length };
}

let starting: Promise<typeof MathJax> | undefined;

/** Returns MathJax without a browser, started once for each process. Fonts are files of its package. */
function started(): Promise<typeof MathJax> {
  starting ??= (async () => {
    const { default: mathJax } = await import('mathjax');
    await mathJax.init({
      loader: { load: ['input/mml', 'output/svg', 'adaptors/liteDOM'] },
      // A picture is self-contained: its letters are outlines in it. Long formulas stay on one line.
      svg: { fontCache: 'none', linebreaks: { inline: false }, displayOverflow: 'overflow' },
    });
    return mathJax;
  })();
  return starting;
}

interface Drawn {
  readonly png: Uint8Array;
  readonly size: Omit<Picture, 'name'>;
}

/** Returns null if MathJax does not understand the formula, or it is nested too deeply, too large, or invisible. */
async function drawFormula(
  { mathml, display }: Formula,
  pixelsPerEm: number,
  mathJax: typeof MathJax,
): Promise<Drawn | null> {
  try {
    const { adaptor } = mathJax.startup;
    const svg = adaptor.outerHTML(adaptor.firstChild(await mathJax.mathml2svgPromise(mathml, { display })));
    const box = boxOf(svg);
    if (box === null || /data-mml-node="merror"/.test(svg)) return null;
    return { png: await pngOf(svg, box, pixelsPerEm), size: box };
  } catch {
    return null;
  }
}

/** Returns the box of a drawing. MathJax draws in thousandths of an em, with 0 at the baseline. Null if it is empty or too large. */
function boxOf(svg: string): Omit<Picture, 'name'> | null {
  const numbers = /\bviewBox="([\d.e-]+) ([\d.e-]+) ([\d.e-]+) ([\d.e-]+)"/.exec(svg)?.slice(1).map(Number);
  const [, top = 0, width = 0, height = 0] = (numbers ?? []).map((length) => length / 1000);
  const fits = width > 0 && height > 0 && width <= LARGEST && height <= LARGEST;
  return fits ? { width, height, depth: top + height } : null;
}

/** Draws on white: a book in dark mode would hide black letters on a transparent background. */
async function pngOf(svg: string, { width, height }: Omit<Picture, 'name'>, pixelsPerEm: number): Promise<Uint8Array> {
  const scale = Math.min(pixelsPerEm, Math.sqrt(MOST_PIXELS / (width * height)));
  const sized = svg
    .replace(/ width="[^"]*"/, ` width="${Math.max(1, Math.ceil(width * scale))}"`)
    .replace(/ height="[^"]*"/, ` height="${Math.max(1, Math.ceil(height * scale))}" preserveAspectRatio="none"`);
  const { default: sharp } = await import('sharp');
  const image = sharp(Buffer.from(sized), { limitInputPixels: 2 * MOST_PIXELS }).flatten({ background: '#fff' });
  // Grey takes a third of the bytes.
  const isColored = /\b(?:fill|stroke)="(?!currentColor|none)/.test(svg) || /\bcolor:/.test(svg);
  return (isColored ? image : image.toColourspace('b-w')).png({ compressionLevel: 9 }).toBuffer();
}
