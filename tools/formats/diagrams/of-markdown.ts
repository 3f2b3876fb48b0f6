import { pluralize } from '../../../src/util/pluralize.ts';
import type { LocalInput, WorkContext } from '../../../src/work/context.ts';
import { diagramName } from '../text/markdown/page-parts.ts';
import { diagramsOfMarkdown } from '../text/steps.ts';
import { drawDiagrams } from './draw.ts';

/** Most diagrams that a warning names. */
const NAMED = 5;

/**
 * Draws the diagrams of a Markdown text, and returns their files by the names that markdownToHtml looks for. Warns of those that stay code.
 * Throws ConversionError as markdownToHtml and drawDiagrams do.
 * @param as null: what reads the page next does not show them
 */
export async function drawnDiagrams(
  { path, filename }: LocalInput,
  as: 'svg' | 'png' | null,
  context: WorkContext,
): Promise<ReadonlyMap<string, string>> {
  const sources = await diagramsOfMarkdown(path, context);
  if (sources.length === 0) return new Map();
  if (as === null) {
    const message = `${pluralize(sources.length, 'Mermaid diagram', 'Mermaid diagrams')} of ${filename} stayed code.`;
    context.warn('output_limited', message, { diagrams: sources.length });
    return new Map();
  }
  const drawn = await drawDiagrams(sources, as, context);
  const failed = drawn.flatMap((each, index) =>
    'error' in each ? [`${index + 1}: ${each.error ?? 'no drawing'}`] : [],
  );
  if (failed.length > 0) {
    const more = failed.length > NAMED ? ` and ${failed.length - NAMED} more` : '';
    const message = `${failed.length} of ${drawn.length} Mermaid diagrams of ${filename} could not be drawn and stayed code (${failed.slice(0, NAMED).join('; ')}${more}).`;
    context.warn('output_limited', message, { diagrams: failed.length });
  }
  return new Map(drawn.flatMap((each, index) => ('error' in each ? [] : [[diagramName(index), each.path] as const])));
}
