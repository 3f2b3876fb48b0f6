/**
 * `npm run bench:svg -- FOLDER`: how many drawings of resvg's test suite (FOLDER is crates/resvg/tests of github.com/linebender/resvg) are
 * rendered correctly, and how fast: by convertd, and by librsvg alone. A drawing is correct if at most 5 of 1,000 pixels differ visibly
 * from the reference picture. resvg uses the suite's fonts; librsvg uses the system's.
 */
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Drawing } from '../engines/image/job.ts';
import type { Rendered } from './bench-svg/render-suite.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('which folder? npm run bench:svg -- resvg/crates/resvg/tests');

const root = resolve(folder, 'tests');
const drawings = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.svg'))
  .sort();
const [ours, librsvg] = [await renderAll('svg'), await renderAll('librsvg')];

console.log('| drawings | of | as convertd | librsvg | milliseconds: median | librsvg |\n|---|---|---|---|---|---|');
const kinds = [...new Set(drawings.map(kindOf))];
for (const kind of kinds) row(kind, (name) => kindOf(name) === kind);
row('all', () => true);

function row(title: string, isIn: (name: string) => boolean): void {
  const names = drawings.filter(isIn);
  const right = (all: ReadonlyMap<string, Rendered>) => names.filter((name) => all.get(name)?.isRight).length;
  const median = (all: ReadonlyMap<string, Rendered>) => {
    const times = names.map((name) => all.get(name)?.milliseconds ?? 0).sort((one, other) => one - other);
    return times[Math.floor(times.length / 2)]?.toFixed(1);
  };
  const cells = [title, names.length, right(ours), right(librsvg), median(ours), median(librsvg)];
  console.log(`| ${cells.join(' | ')} |`);
}

function kindOf(name: string): string {
  return name.split('/')[0] ?? '';
}

/** Each in a process that may crash, as resvg does on some: the next one continues after it, with that drawing by librsvg. */
async function renderAll(reading: Drawing): Promise<ReadonlyMap<string, Rendered>> {
  const all = new Map<string, Rendered>();
  for (let next = 0; next < drawings.length; ) {
    const names = drawings.slice(next);
    const rendered = await render(reading, names);
    for (const each of rendered) all.set(each.name, each);
    next += rendered.length;
    const [fatal] = names.slice(rendered.length, rendered.length + 1);
    if (fatal === undefined) break;
    for (const each of await render('librsvg', [fatal])) all.set(each.name, each);
    next += 1;
  }
  return all;
}

async function render(reading: Drawing, names: readonly string[]): Promise<Rendered[]> {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bench-svg/render-suite.ts'), reading, resolve(folder ?? '')],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  );
  child.stdin.end(names.join('\n'));
  const rendered: Rendered[] = [];
  for await (const line of createInterface(child.stdout)) rendered.push(JSON.parse(line) as Rendered);
  return rendered;
}
