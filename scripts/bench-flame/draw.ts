import type { Frame } from './stacks.ts';

const WIDTH = 1200;
const ROW = 16;
/** Smallest share of a frame that is drawn. */
const LEAST = 0.003;
const LETTER = 6.2;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns a warm colour, always the same for a name. */
function colour(name: string): string {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + sign.charCodeAt(0)) % 997;
  return `hsl(${15 + (sum % 40)} 85% ${62 + (sum % 17)}%)`;
}

/**
 * Draws a flame graph as SVG: the width of a frame is its share of processor time, and the frames that it called are above it.
 *
 * @param milliseconds processor time of a task, which is the width of `all`
 */
export function drawFlames(all: Frame, title: string, milliseconds: number): string {
  const bars: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, left: number, depth: number): void => {
    const width = (WIDTH * frame.samples) / all.samples;
    if (width < WIDTH * LEAST) return;
    deepest = Math.max(deepest, depth);
    const took = `${((milliseconds * frame.samples) / all.samples).toFixed(2)} ms`;
    const letters = Math.floor((width - 4) / LETTER);
    const label = letters < 3 ? '' : escaped(frame.name.slice(0, letters));
    const at = `x="${left.toFixed(1)}" y="${-ROW * (depth + 1)}"`;
    bars.push(
      `<g><title>${escaped(frame.name)}, ${took}</title><rect ${at} width="${width.toFixed(1)}" height="${ROW - 1}" fill="${colour(frame.name)}"/>` +
        `<text x="${(left + 2).toFixed(1)}" y="${-ROW * depth - 5}">${label}</text></g>`,
    );
    let next = left;
    for (const call of [...frame.calls.values()].sort((a, b) => b.samples - a.samples)) {
      draw(call, next, depth + 1);
      next += (WIDTH * call.samples) / all.samples;
    }
  };
  draw(all, 0, 0);
  const height = ROW * (deepest + 1) + 24;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${24 - height} ${WIDTH} ${height}" font-family="monospace" font-size="10">`,
    `<title>${escaped(title)}</title>`,
    `<rect y="${24 - height}" width="${WIDTH}" height="${height}" fill="white"/>`,
    ...bars,
    `<text x="4" y="16" font-size="12">${escaped(title)}: ${milliseconds.toFixed(1)} ms of processor time</text>`,
    '</svg>\n',
  ].join('\n');
}

/** Returns the frames that take at least this many milliseconds of a task, by process, counting only the outermost of nested equal ones. */
export function longSteps(
  all: Frame,
  milliseconds: number,
  least: number,
): readonly (readonly [process: string, step: string, milliseconds: number])[] {
  return [...all.calls.values()].flatMap((process) => {
    const sums = new Map<string, number>();
    const add = (frame: Frame, above: ReadonlySet<string>): void => {
      if (!above.has(frame.name)) sums.set(frame.name, (sums.get(frame.name) ?? 0) + frame.samples);
      const here = new Set([...above, frame.name]);
      for (const call of frame.calls.values()) add(call, here);
    };
    add(process, new Set());
    return [...sums]
      .map(([name, samples]) => [process.name, name, (milliseconds * samples) / all.samples] as const)
      .filter(([, , took]) => took >= least)
      .sort((a, b) => b[2] - a[2]);
  });
}
