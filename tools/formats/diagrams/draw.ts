import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateProgram } from '../../../src/process/programs.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import type { WorkContext } from '../../../src/work/context.ts';
import { DEFAULT_CHECKS, DEFAULT_VIEW, DEFAULT_WAIT } from '../../programs/chromium/defaults.ts';
import { CHROMIUM } from '../../programs/chromium/programs.ts';
import { renderPage } from '../../programs/chromium/render.ts';

/** Most diagrams of a text, and characters of one; the others stay as code. */
const MOST_DIAGRAMS = 100;
const LONGEST_DIAGRAM = 50_000;
/** Time for all diagrams of a text, and after which no further one is begun. */
const DRAWING_MS = 120_000;
const LAST_BEGIN_MS = 90_000;
/** Larger drawings are not used, bytes. */
const LARGEST_DRAWING = 8 * 1024 ** 2;

/** The file of a drawn diagram, or why it was not drawn: the first line of the message, or null. */
export type DrawnDiagram = { readonly path: string } | { readonly error: string | null };

/** What in-browser.js writes of each diagram; `png`: base64. */
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
export async function drawDiagrams(
  sources: readonly string[],
  as: 'svg' | 'png',
  context: WorkContext,
): Promise<DrawnDiagram[]> {
  if ((await locateProgram(CHROMIUM)) === null) {
    return sources.map(() => ({ error: `${CHROMIUM.package} is not installed` }));
  }
  const folder = await mkdtemp(join(context.workFolder, 'diagrams-'));
  const drawn = sources.slice(0, MOST_DIAGRAMS).map((source) => (source.length > LONGEST_DIAGRAM ? '' : source));
  const job = join(folder, 'job.js');
  const data = JSON.stringify({ sources: drawn, as, milliseconds: LAST_BEGIN_MS });
  await writeFile(job, `globalThis.job = ${data};`);
  const page = join(folder, 'index.html');
  await writeFile(page, PAGE);
  const files = new Map([
    ['index.html', page],
    ['job.js', job],
    ['mermaid.js', createRequire(import.meta.url).resolve('@mermaid-js/tiny/dist/mermaid.tiny.js')],
    ['in-browser.js', fileURLToPath(new URL('in-browser.js', import.meta.url))],
  ]);
  const answers = await answersOf(files, context);
  return Promise.all(
    sources.map(async (source, index) => {
      if (index >= MOST_DIAGRAMS) return { error: `only ${MOST_DIAGRAMS} are drawn` };
      if (source.length > LONGEST_DIAGRAM) return { error: `it has more than ${LONGEST_DIAGRAM} characters` };
      return diagramOf(answers[index] ?? {}, join(folder, `${index}.${as}`));
    }),
  );
}

const PAGE = `<!doctype html><meta charset="utf-8"><body>
<script src="job.js"></script><script src="mermaid.js"></script><script type="module" src="in-browser.js"></script>`;

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

async function diagramOf({ svg, png, error }: Answer, path: string): Promise<DrawnDiagram> {
  const content =
    typeof svg === 'string' ? Buffer.from(svg) : typeof png === 'string' ? Buffer.from(png, 'base64') : null;
  const isDrawing = content !== null && STARTS.some((start) => content.subarray(0, start.length).equals(start));
  if (!isDrawing || content.length > LARGEST_DRAWING) {
    return { error: typeof error === 'string' ? error.slice(0, 200) : null };
  }
  await writeFile(path, content);
  return { path };
}

/** First bytes of a drawing: SVG, PNG. */
const STARTS = [Buffer.from('<svg'), Buffer.from('89504e470d0a1a0a', 'hex')];
