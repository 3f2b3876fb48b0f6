import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { installed } from '../../../src/process/installation.ts';
import { locateProgram } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { DEFAULT_CHECKS, DEFAULT_VIEW, DEFAULT_WAIT } from '../../programs/chromium/defaults.ts';
import { CHROMIUM } from '../../programs/chromium/programs.ts';
import { renderPage } from '../../programs/chromium/render.ts';

/** Most diagrams of a text, and characters of one; the others stay as code. */
const MOST_DIAGRAMS = 100;
const LONGEST_DIAGRAM = 50_000;
/** Time for all diagrams of a text. */
const DRAWING_MS = 60_000;
/** Larger drawings are not used, characters. */
const LARGEST_DRAWING = 8 * 1024 ** 2;

/** Files of a drawn diagram. */
export interface Diagram {
  readonly svg: string;
  readonly png: string;
}

/** A drawn diagram, or why it was not drawn: the first line of the message, or null. */
export type DrawnDiagram = Diagram | { readonly error: string | null };

/** What draw.js writes of each diagram; `png`: base64. */
interface Answer {
  readonly svg?: unknown;
  readonly png?: unknown;
  readonly error?: unknown;
}

const RESULT = '#result';

/**
 * Draws diagrams by Mermaid, in a sandboxed browser without network that only this task uses. An error in one does not affect the others.
 * @throws ConversionError `conversion_canceled`, `limit_*`
 */
export async function drawDiagrams(sources: readonly string[], context: WorkContext): Promise<DrawnDiagram[]> {
  if ((await locateProgram(CHROMIUM)) === null)
    return sources.map(() => ({ error: `${CHROMIUM.package} is not installed` }));
  const folder = await mkdtemp(join(context.workFolder, 'diagrams-'));
  const drawn = sources.slice(0, MOST_DIAGRAMS).map((source) => (source.length > LONGEST_DIAGRAM ? '' : source));
  const data = join(folder, 'sources.js');
  await writeFile(data, `globalThis.sources = ${JSON.stringify(drawn).replaceAll('\u2028', '\\u2028')};`);
  const page = join(folder, 'index.html');
  await writeFile(page, PAGE);
  const files = new Map([
    ['index.html', page],
    ['sources.js', data],
    ['mermaid.js', createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js')],
    ['draw.js', installed('tools/formats/diagrams/draw.js')],
  ]);
  const answers = await answersOf(files, context);
  return Promise.all(
    sources.map(async (source, index) => {
      if (index >= MOST_DIAGRAMS) return { error: `only ${MOST_DIAGRAMS} are drawn` };
      if (source.length > LONGEST_DIAGRAM) return { error: `it has more than ${LONGEST_DIAGRAM} characters` };
      return diagramOf(answers[index] ?? {}, join(folder, String(index)));
    }),
  );
}

const PAGE = `<!doctype html><meta charset="utf-8"><body>
<script src="sources.js"></script><script src="mermaid.js"></script><script type="module" src="draw.js"></script>`;

/** Returns what the page says of each diagram; nothing if it did not end. */
async function answersOf(files: ReadonlyMap<string, string>, context: WorkContext): Promise<readonly Answer[]> {
  try {
    const { path } = await renderPage(
      {
        subject: { files, start: 'index.html', network: false },
        view: DEFAULT_VIEW,
        wait: { ...DEFAULT_WAIT, loadMs: DRAWING_MS, expression: `document.querySelector('${RESULT}') !== null` },
        checks: DEFAULT_CHECKS,
        output: { kind: 'text', selector: RESULT },
      },
      { ...context, warn: () => {} },
    );
    const answers: unknown = JSON.parse(await readFile(path, 'utf8'));
    return Array.isArray(answers) ? answers.map((answer: unknown) => (answer ?? {}) as Answer) : [];
  } catch (error) {
    // A diagram that never ends, or ends the browser, costs the text its drawings, not the conversion.
    if (context.signal.aborted || !(error instanceof ConversionError || error instanceof SyntaxError)) throw error;
    return [];
  }
}

async function diagramOf({ svg, png, error }: Answer, name: string): Promise<DrawnDiagram> {
  if (typeof svg !== 'string' || !svg.startsWith('<svg') || svg.length > LARGEST_DRAWING || typeof png !== 'string') {
    return { error: typeof error === 'string' ? error.slice(0, 200) : null };
  }
  const picture = Buffer.from(png, 'base64');
  if (!picture.subarray(0, 8).equals(PNG_MAGIC)) return { error: null };
  const diagram = { svg: `${name}.svg`, png: `${name}.png` };
  await Promise.all([writeFile(diagram.svg, svg), writeFile(diagram.png, picture)]);
  return diagram;
}

const PNG_MAGIC = Buffer.from('89504e470d0a1a0a', 'hex');
