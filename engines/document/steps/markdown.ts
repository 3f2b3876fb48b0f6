import { stem } from '../../../src/files/filename.ts';
import { drawnDiagrams } from '../../../tools/formats/diagrams/of-markdown.ts';
import { picturesOf } from '../../../tools/formats/markup/project.ts';
import { warnOfEncoding } from '../../../tools/formats/text/encoding-warning.ts';
import { warnOfFormulas } from '../../../tools/formats/text/formula-warning.ts';
import type { MarkdownReader } from '../../../tools/formats/text/markdown/page-parts.ts';
import { markdownToHtml } from '../../../tools/formats/text/steps.ts';
import type { PageTarget } from '../targets.ts';
import type { Draft, Work } from './step.ts';
import { warnOfRemoved } from './texts.ts';

/** Readers that show diagrams, and as what. LibreOffice and pandoc put bitmaps into all formats. */
const DIAGRAMS: Readonly<Partial<Record<MarkdownReader, 'svg' | 'png'>>> = { pandoc: 'png', html: 'svg', print: 'svg' };

/** Makes HTML of Markdown for what reads it next. */
export async function fromMarkdown(draft: Draft, reader: MarkdownReader, work: Work): Promise<Draft> {
  const { input, target, context, markdown, project } = work;
  const diagrams = await drawnDiagrams(input, DIAGRAMS[reader] ?? null, context);
  // Pandoc shows a title above the text, which has one of its own; only a book needs one in any case.
  const title = reader === 'pandoc' && target !== 'epub' ? '' : stem(input.filename);
  const { path, removed, formulas, ...encoding } = await markdownToHtml(
    draft.path,
    { title, reader, isSlides: SLIDES.has(target), ...(reader === 'html' && markdown.look) },
    await work.newFolder(),
    context,
    new Map([...(project === undefined ? [] : picturesOf(project)), ...diagrams]),
  );
  warnOfEncoding(encoding, work);
  warnOfRemoved(removed, work);
  warnOfFormulas(formulas, input.filename, context);
  return { path, format: 'html' };
}

const SLIDES: ReadonlySet<PageTarget> = new Set(['pptx', 'ppt', 'odp']);
