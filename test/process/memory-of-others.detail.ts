import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runConversion } from '../../scripts/corpus/convert.ts';
import { workFor } from '../../src/process/owner.ts';
import type { OptionValues } from '../../src/task/types.ts';
import { warmUpBooks } from '../../tools/programs/calibre/pool.ts';
import { warmPool } from '../../tools/programs/libreoffice/pool.ts';
import { makeScratchFolder, ScratchFolder } from '../support/engine-context.ts';
import { patience } from '../support/slowness.ts';
import { descendants, textsInMemory } from './helpers/memory.ts';

/*
 * Searches the memory of resident processes for data of one customer's tasks, and tests that another customer's tasks run elsewhere,
 * because a flaw in a decoder could expose it. Each customer's word is in the names, texts, pixels and passwords of files of every kind.
 */

const FIXTURES = fileURLToPath(new URL('../../fixtures/', import.meta.url));

interface Trial {
  readonly category: string;
  readonly target: string;
  readonly options?: OptionValues;
  /** Makes an input that contains the word, at the path. */
  readonly make: (path: string, word: string) => Promise<void>;
  readonly suffix: string;
  /** The word is the password, which is wrong. */
  readonly isLocked?: true;
}

const text = (of: (word: string) => string) => (path: string, word: string) => writeFile(path, of(word));

const MARKDOWN = text((word) => `# ${word}\n\nSome text of ${word}.\n`);
const HTML = text((word) => `<html><body><h1>${word}</h1><p>A page of ${word}.</p></body></html>`);
const SVG = text(
  (word) =>
    `<svg xmlns="http://www.w3.org/2000/svg" width="60" height="40"><!-- ${word} --><text y="20">${word}</text></svg>`,
);
const PIXELS = text((word) => {
  const row = word.padEnd(24, '.').slice(0, 24).repeat(8);
  return `P6\n64 64\n255\n${row.repeat(64)}`;
});
const PDF = text((word) => {
  const content = `BT /F1 18 Tf 72 720 Td (${word}) Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    `<</Title(${word})>>`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj${object}endobj\n`).join('');
  return `%PDF-1.4\n${body}trailer<</Root 1 0 R/Info 6 0 R/Size 7>>\n%%EOF\n`;
});
const LETTER = text(
  (word) => `<?xml version="1.0"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
    xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3"
    office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text><text:p>${word}</text:p>
    </office:text></office:body></office:document>`,
);
const LOCKED = (path: string) => copyFile(`${FIXTURES}document/locked.docx`, path);
const PLAN = async (path: string, word: string) => {
  const plan = await readFile(`${FIXTURES}cad/plan-r12.dxf`, 'latin1');
  await writeFile(path, plan.replace(/Kitchen|Room|Walls/g, word), 'latin1');
};

const TRIALS: readonly Trial[] = [
  { category: 'image', target: 'png', make: PIXELS, suffix: 'ppm' },
  { category: 'image', target: 'webp', make: SVG, suffix: 'svg' },
  { category: 'image', target: 'svg', make: SVG, suffix: 'svg' },
  { category: 'metadata', target: 'json', make: PDF, suffix: 'pdf' },
  { category: 'document', target: 'docx', make: MARKDOWN, suffix: 'md' },
  { category: 'document', target: 'pdf', make: LETTER, suffix: 'fodt' },
  { category: 'document', target: 'pdf', make: LOCKED, suffix: 'docx', isLocked: true },
  { category: 'document', target: 'docx', make: PDF, suffix: 'pdf' },
  { category: 'document', target: 'txt', make: PDF, suffix: 'pdf' },
  { category: 'document', target: 'pdf', options: { stamp_text: 'draft' }, make: PDF, suffix: 'pdf' },
  { category: 'document', target: 'pdf', make: PLAN, suffix: 'dxf' },
  { category: 'cad', target: 'dwg', make: PLAN, suffix: 'dxf' },
  { category: 'ebook', target: 'fb2', make: HTML, suffix: 'html' },
];

const FIRST = 'firstcustomerword';
const SECOND = 'secondcustomerword';

let scratch: ScratchFolder;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('memory'));
});
afterAll(() => scratch.remove());

async function convert({ category, target, options, make, suffix, isLocked }: Trial, word: string): Promise<void> {
  const folder = await mkdtemp(scratch.path('task-'));
  const input = `${folder}/${word}.${suffix}`;
  await make(input, word);
  const { report, logs } = await workFor(word, () =>
    runConversion(
      { inputs: [input], category, target, ...(options && { options }), ...(isLocked && { password: word }) },
      { work: folder, outputs: `${folder}/made`, timeoutMs: patience(300_000) },
    ),
  );
  const codes = report?.errors.map(({ code }) => code).join() || 'completed';
  expect(codes, [category, target, ...logs].join('\n')).toBe(isLocked ? 'input_password_wrong' : 'completed');
}

it('no process has what two customers gave, and each is found where their tasks were done', async () => {
  await Promise.all([warmPool().then((pool) => pool.warmUp()), warmUpBooks()]);
  // The first job of a pool gets a separate process.
  for (const word of [FIRST, FIRST, SECOND]) {
    for (const trial of TRIALS) await convert(trial, word);
  }
  const seen = new Map<string, readonly string[]>();
  for (const [pid, words] of await descendants(process.pid)) {
    seen.set(`${pid} ${words}`, await textsInMemory(pid, [FIRST, SECOND]));
  }
  expect([...seen].filter(([, texts]) => texts.length > 1)).toEqual([]);
  // The parents that fork the processes of later jobs contain nothing from earlier jobs.
  const parents = [...seen].filter(([words]) => /office_server|book_server/.test(words));
  expect(parents.length).toBeGreaterThan(1);
  expect(parents.filter(([, texts]) => texts.length > 0)).toEqual([]);
  // The control: data that stays is found.
  for (const program of ['image', 'text', 'pdf-layout', 'pdf-text', 'cad', 'dwg/preview']) {
    const found = [...seen]
      .filter(([words]) => words.endsWith(`${program}/worker-process.ts`))
      .flatMap(([, texts]) => texts);
    expect(new Set(found), program).toEqual(new Set([FIRST, SECOND]));
  }
});
