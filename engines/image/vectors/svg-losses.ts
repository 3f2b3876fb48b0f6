import { createReadStream } from 'node:fs';
import type { WorkContext } from '../../../src/work/context.ts';

/** What librsvg leaves out without a message, and how it is found in the text of an SVG. */
const LOST: readonly (readonly [pattern: RegExp, message: string])[] = [
  [/<(?:[\w.-]{1,40}:)?textPath[\s>]/, 'Text along a path is not drawn.'],
  [/<(?:[\w.-]{1,40}:)?foreignObject[\s>]/, 'HTML inside of the SVG (foreignObject) is not drawn.'],
  [
    /<(?:[\w.-]{1,40}:)?image\s[^>]{0,2000}?href\s*=\s*["'](?!data:|#)/,
    'Pictures outside of the SVG are not drawn: include them as data.',
  ],
];

/** Longest text that a pattern needs. */
const OVERLAP = 4096;

/** Warns of what a PDF of an SVG lacks. */
export async function warnOfSvgLosses(
  path: string,
  { warn, signal }: Pick<WorkContext, 'warn' | 'signal'>,
): Promise<void> {
  const found = new Set<string>();
  let before = '';
  for await (const chunk of createReadStream(path, { encoding: 'latin1', signal })) {
    const text = before + chunk;
    for (const [pattern, message] of LOST) if (pattern.test(text)) found.add(message);
    before = text.slice(-OVERLAP);
  }
  for (const message of found) warn('output_limited', message);
}
