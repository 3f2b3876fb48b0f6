/**
 * `npm run suite:sheets -- FOLDER [NAME…]`: converts every workbook of a folder (or those whose names contain one of these texts) to csv,
 * and compares each cell with the value stored in the workbook, as read and formatted by SheetJS. Exits with 1 if a cell differs.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { closeEngines } from '../src/runner/engines.ts';
import { runConversion } from './corpus/convert.ts';
import { type Difference, differences } from './suite-sheets/compare.ts';
import { readRows } from './suite-sheets/csv.ts';
import { type StoredSheet, storedSheets } from './suite-sheets/stored.ts';

const [root, ...names] = process.argv.slice(2);
if (root === undefined) throw new Error('which folder? npm run suite:sheets -- poi/test-data/spreadsheet');

const WORKBOOKS = new Set(['.xls', '.xlsx', '.xlsm', '.xlsb', '.xltx', '.ods', '.fods']);
const OPTIONS = { hidden: 'include', allow_multiple_outputs: true, allow_multiple_outputs_threshold: 400 };
const TIMEOUT_MS = 300_000;
/** Most differences of a workbook that are printed. */
const MOST_PRINTED = 8;

interface Count {
  workbooks: number;
  right: number;
  cells: number;
  wrong: number;
  notCompared: number;
}
const counts = new Map<string, Count>();
const folder = resolve(root);
const files = (await readdir(folder, { recursive: true })).filter((name) => WORKBOOKS.has(extname(name).toLowerCase()));
for (const name of files.sort()) {
  if (names.length === 0 || names.some((each) => name.includes(each))) await examine(name);
}
await closeEngines();

console.log('| workbooks | of | all cells right | cells | wrong | not compared |\n|---|---|---|---|---|---|');
for (const [kind, { workbooks, right, cells, wrong, notCompared }] of counts) {
  console.log(`| ${[kind, workbooks, right, cells, wrong, notCompared].join(' | ')} |`);
}
process.exitCode = [...counts.values()].some(({ wrong }) => wrong > 0) ? 1 : 0;

async function examine(name: string): Promise<void> {
  const kind = extname(name).toLowerCase().slice(1);
  const count = counts.get(kind) ?? { workbooks: 0, right: 0, cells: 0, wrong: 0, notCompared: 0 };
  counts.set(kind, count);
  const outputs = await mkdtemp(join(tmpdir(), 'convertd-sheets-'));
  try {
    const sheets = await storedSheets(join(folder, name)).catch(() => null);
    const made = sheets === null ? 'SheetJS does not read it' : await convert(join(folder, name), outputs);
    if (sheets === null || typeof made === 'string') {
      count.notCompared += 1;
      console.log(`${name}: not compared: ${made}`);
      return;
    }
    const found = await compare(sheets, made);
    count.workbooks += 1;
    count.cells += sheets.reduce((all, { cells }) => all + cells.length, 0);
    count.wrong += found.length;
    if (found.length === 0) count.right += 1;
    else console.log(`${name}: ${found.length} cells\n${found.slice(0, MOST_PRINTED).join('\n')}`);
  } finally {
    await rm(outputs, { recursive: true, force: true });
  }
}

/** Returns paths of the csv files, or why there are none. */
async function convert(path: string, outputs: string): Promise<string[] | string> {
  const conversion = { inputs: [path], category: 'document', target: 'csv', options: OPTIONS };
  const { report } = await runConversion(conversion, { work: outputs, outputs, timeoutMs: TIMEOUT_MS });
  if (report?.status !== 'completed') return report?.errors[0]?.code ?? 'hangs';
  return report.output.map(({ filename }) => join(outputs, filename));
}

/** Returns one line for each difference. */
async function compare(sheets: readonly StoredSheet[], paths: readonly string[]): Promise<string[]> {
  const lines: string[] = [];
  for (const [index, { name, cells }] of sheets.entries()) {
    const path =
      paths.find((each) => each.endsWith(`-${name}.csv`)) ??
      (paths.length === sheets.length ? paths[index] : undefined);
    const rows = path === undefined ? [] : readRows(await readFile(path, 'utf8'));
    lines.push(...differences(cells, rows).map((each) => `  ${name} ${describe(each)}`));
  }
  return lines;
}

function describe({ row, column, expected, found }: Difference): string {
  const place = `row ${row + 1} column ${column + 1}`;
  if (expected === null) return `${place}: nothing is stored, ${JSON.stringify(found)} is shown`;
  const { kind, shown, value, format, isFormula } = expected;
  const what = `${isFormula ? 'formula, ' : ''}${kind} ${JSON.stringify(value)} as ${JSON.stringify(shown)} (${format})`;
  return `${place}: ${what}, ${JSON.stringify(found)} is shown`;
}
