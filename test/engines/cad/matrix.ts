// Prints how much of the drawings of a folder is kept in every version, as Markdown: `node matrix.ts FOLDER [dxf|dwg [VERSION…]]`.
// Each result is opened by a reader that did not write it, which must find as many entities of every type that has no losses.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Target } from '../../../engines/cad/targets.ts';
import { writeDrawing } from '../../../engines/cad/write.ts';
import { WRITERS } from '../../../engines/cad/writers.ts';
import { DRAWING_VERSIONS, type DrawingVersion } from '../../../tools/formats/dwg/drawing-versions.ts';
import { entitiesOf, typeOf } from '../../../tools/formats/dwg/entities.ts';
import { applyPatches } from '../../../tools/formats/dwg/patches/apply.ts';
import { readDrawing } from '../../../tools/formats/dwg/read.ts';
import { dwgReader, type Report, readByEzdxf, readDwg } from './support.ts';

/** Types that dwgdxf reads but does not name. */
const UNNAMED: Readonly<Record<Target, readonly string[]>> = { dxf: [], dwg: ['ACAD_TABLE', 'PDFUNDERLAY'] };
/** Writers that may add entities of any type, which others became. */
const SIMPLIFIED: readonly string[] = ['r12', 'r13', 'downgraded'];

const ALL = ['dxf', 'dwg'] as const;

applyPatches();
const [, , corpus = '.', only, ...asked] = process.argv;
const VERSIONS = DRAWING_VERSIONS.filter((version) => asked.length === 0 || asked.includes(version));
const TARGETS = ALL.filter((target) => only === undefined || target === only);
const folder = await mkdtemp(join(tmpdir(), 'convertd-matrix-'));
try {
  for (const target of TARGETS) {
    console.log(`\n| to ${target.toUpperCase()} | ${VERSIONS.join(' | ')} |`);
    console.log(`|---|${VERSIONS.map(() => '---|').join('')}`);
    for (const name of (await readdir(corpus)).filter((each) => /\.d(?:xf|wg)$/.test(each)).sort()) {
      const cells: string[] = [];
      for (const version of VERSIONS) cells.push(await cell(name, target, version));
      console.log(`| ${name.replace('sample_', '')} | ${cells.join(' | ')} |`);
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Returns the percentages of entities that are kept unchanged, and that are present in any form. */
async function cell(name: string, target: Target, version: DrawingVersion): Promise<string> {
  const writer = WRITERS[target][version];
  const path = join(folder, `${name}-${version}.${target}`);
  try {
    const { document, unread } = readDrawing(
      await readFile(join(corpus, name)),
      name.endsWith('dwg') ? 'dwg' : 'dxf',
      name,
    );
    const counts = new Map<string, number>();
    for (const entity of entitiesOf(document)) counts.set(typeOf(entity), (counts.get(typeOf(entity)) ?? 0) + 1);
    const losses = writeDrawing(document, target, version, path);
    const lost = sum([...losses.values()].map(({ dropped }) => dropped)) + sum(unread.values());
    const changed = sum([...losses.values()].map(({ approximated }) => approximated));
    const all = sum(counts.values()) + sum(unread.values());
    const [report] = target === 'dxf' ? await readByEzdxf([path]) : [await readDwg(dwgReader(version), path)];
    const differing =
      report === undefined ? ['nothing'] : differences(report, counts, losses, target, SIMPLIFIED.includes(writer));
    const mark = differing.length === 0 ? '' : ` ⚠ ${differing.join(' ')}`;
    return `${percent(all - lost - changed, all)} / ${percent(all - lost, all)}${mark}`;
  } catch (error) {
    return `failed: ${String(error).slice(0, 80)}`;
  }
}

function differences(
  report: Report,
  counts: ReadonlyMap<string, number>,
  losses: ReadonlyMap<string, unknown>,
  target: Target,
  isSimplified: boolean,
): string[] {
  if (report.refused !== undefined) return [report.refused];
  const others = losses.has('ACAD_TABLE') ? ['INSERT'] : [];
  const compared = [...counts].filter(([type]) => !losses.has(type) && ![...UNNAMED[target], ...others].includes(type));
  const wrong = compared.filter(([type, count]) => {
    const found = report.entities[type] ?? 0;
    return isSimplified ? found < count && !(type === 'LWPOLYLINE') : found !== count;
  });
  return [...wrong.map(([type]) => type), ...(report.errors ?? [])];
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, number) => total + number, 0);
}

function percent(part: number, whole: number): string {
  return ((100 * part) / whole).toFixed(1).replace(/\.0$/, '');
}
