import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Rewriting, type Rewritten, rewriteFile } from '../subtitles/rewrite.ts';
import { CSV_SAMPLE_LENGTH, CsvSurvey } from './csv/options.ts';
import { detectDialect } from './csv/records.ts';
import { differencePage, type TextDifference } from './difference.ts';
import { type FlatOdfOptions, flatOdfToHtml, type LeftOut } from './flat-odf/read.ts';
import type { RelativeLinks } from './html/addresses.ts';
import { cleanPage, type Removed } from './html/clean.ts';
import { declaredEncoding } from './html/encoding.ts';
import { tidyPage } from './html/tidy.ts';
import { type ChunkOptions, chunksOf, codePoints } from './markdown/chunks.ts';
import { splitFrontMatter } from './markdown/front-matter.ts';
import { type MarkdownPageOptions, renderMarkdown } from './markdown/read.ts';
import { diagramsOf } from './markdown/render.ts';
import { type MarkdownOptions, writeMarkdown } from './markdown/write.ts';
import { decodeFile, detectFileEncoding, readText, writeUtf8 } from './text-file.ts';

/** The arguments of each step, by its name. */
export interface StepOptions {
  readonly 'to-utf8': object;
  readonly 'rewrite-subtitles': Rewriting;
  /** `files`: addresses of the pictures, whose names in the job's folder are their indices. */
  readonly 'markdown-to-html': MarkdownPageOptions & { readonly files: readonly string[] };
  readonly 'markdown-diagrams': object;
  readonly 'clean-html': { readonly relativeLinks: RelativeLinks };
  readonly 'flat-odf-to-html': FlatOdfOptions;
  readonly 'html-to-markdown': MarkdownOptions;
  readonly 'markdown-to-chunks': ChunkOptions;
  readonly 'tidy-html': { readonly title: string };
  /** The other text is the only picture, and is named so. */
  readonly 'text-difference': { readonly names: readonly [string, string] };
  readonly 'csv-load-options': { readonly kind: 'csv' | 'tsv' };
}

/** Encoding of the input. */
export interface InputEncoding {
  readonly encoding: string;
  /** False if the encoding was guessed, or parts of the text are invalid in it. */
  readonly confident: boolean;
}

/** The result of each step, by its name. */
export interface StepResult {
  readonly 'to-utf8': InputEncoding;
  readonly 'rewrite-subtitles': Rewritten;
  readonly 'markdown-to-html': InputEncoding & { readonly removed: Removed; readonly formulas: number };
  readonly 'markdown-diagrams': { readonly diagrams: readonly string[] };
  readonly 'clean-html': InputEncoding & { readonly removed: Removed };
  readonly 'flat-odf-to-html': { readonly leftOut: LeftOut };
  readonly 'html-to-markdown': { readonly images: number; readonly pictures: readonly string[] };
  readonly 'markdown-to-chunks': { readonly chunks: number };
  readonly 'tidy-html': { readonly removed: Removed };
  readonly 'text-difference': TextDifference;
  readonly 'csv-load-options': { readonly tokens: string };
}

export type StepName = keyof StepOptions;

/** Names in the job's folder. */
export const INPUT = 'input';
export const PICTURES = 'picture-';
/** The second text of a comparison, among the pictures. */
export const OTHER = 'other';

/** Names of the outputs; the step without one only returns a result. */
export const OUTPUTS = {
  'to-utf8': 'text.txt',
  'rewrite-subtitles': 'subtitles.txt',
  'markdown-to-html': 'markdown.html',
  'clean-html': 'clean.html',
  'flat-odf-to-html': 'page.html',
  'html-to-markdown': 'text.md',
  'markdown-to-chunks': 'chunks.json',
  'tidy-html': 'page.html',
  'text-difference': 'difference.html',
} as const satisfies Partial<Record<StepName, string>>;

type Steps = { readonly [Name in StepName]: (folder: string, options: StepOptions[Name]) => Promise<StepResult[Name]> };

const STEPS: Steps = {
  async 'to-utf8'(folder) {
    const { name, confident } = await writeUtf8(join(folder, INPUT), join(folder, OUTPUTS['to-utf8']));
    return { encoding: name, confident };
  },
  async 'rewrite-subtitles'(folder, options) {
    return rewriteFile(join(folder, INPUT), join(folder, OUTPUTS['rewrite-subtitles']), options);
  },
  async 'markdown-to-html'(folder, { files, ...options }) {
    const { text, name, confident } = await readText(join(folder, INPUT));
    const pictures = await readPictures(folder);
    const named = files.flatMap((address, index) => {
      const picture = pictures.get(String(index));
      return picture === undefined ? [] : [[address, picture] as const];
    });
    const { html, removed, formulas } = await renderMarkdown(text, options, new Map(named));
    await writeFile(join(folder, OUTPUTS['markdown-to-html']), html);
    return { encoding: name, confident, removed, formulas };
  },
  async 'markdown-diagrams'(folder) {
    const { text } = await readText(join(folder, INPUT));
    return { diagrams: diagramsOf(splitFrontMatter(text).body) };
  },
  async 'clean-html'(folder, options) {
    const { text, name, confident } = await readText(join(folder, INPUT), declaredEncoding);
    const { html, removed } = cleanPage(text, options);
    await writeFile(join(folder, OUTPUTS['clean-html']), html);
    return { encoding: name, confident, removed };
  },
  async 'flat-odf-to-html'(folder, options) {
    const { html, leftOut } = await flatOdfToHtml(join(folder, INPUT), options);
    await writeFile(join(folder, OUTPUTS['flat-odf-to-html']), html);
    return { leftOut };
  },
  async 'html-to-markdown'(folder, options) {
    const { text } = await readText(join(folder, INPUT), declaredEncoding);
    const { markdown, images, files } = writeMarkdown(text, options);
    await writeFile(join(folder, OUTPUTS['html-to-markdown']), markdown);
    for (const [name, bytes] of files) await writeFile(join(folder, name), bytes);
    return { images, pictures: [...files.keys()] };
  },
  async 'markdown-to-chunks'(folder, options) {
    const markdown = await readFile(join(folder, INPUT), 'utf8');
    const chunks = chunksOf(markdown, options);
    const characters = codePoints(markdown, 0, markdown.length);
    const { size: chunk_size, overlap: chunk_overlap } = options;
    const document = { version: 1, characters, chunk_size, chunk_overlap, chunks };
    await writeFile(join(folder, OUTPUTS['markdown-to-chunks']), `${JSON.stringify(document, null, 1)}\n`);
    return { chunks: chunks.length };
  },
  async 'tidy-html'(folder, { title }) {
    const { text } = await readText(join(folder, INPUT), declaredEncoding);
    const { html, removed } = tidyPage(text, await readPictures(folder), title);
    await writeFile(join(folder, OUTPUTS['tidy-html']), html);
    return { removed };
  },
  async 'text-difference'(folder, { names }) {
    const [before, after] = [await readText(join(folder, INPUT)), await readText(join(folder, `${PICTURES}${OTHER}`))];
    const { html, ...counts } = differencePage([before.text, after.text], names);
    await writeFile(join(folder, OUTPUTS['text-difference']), html);
    return counts;
  },
  async 'csv-load-options'(folder, { kind }) {
    return { tokens: await surveyFile(join(folder, INPUT), kind) };
  },
};

/** Runs one step on the `input` in a job's folder; its output goes into that folder. Runs in the worker process. */
export function runStep<Name extends StepName>(
  step: Name,
  folder: string,
  options: StepOptions[Name],
): Promise<StepResult[Name]> {
  return STEPS[step](folder, options);
}

async function readPictures(folder: string): Promise<Map<string, Buffer>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith(PICTURES));
  return new Map(
    await Promise.all(
      names.map(async (name) => [name.slice(PICTURES.length), await readFile(join(folder, name))] as const),
    ),
  );
}

/** Runs csvLoadOptions on a whole file of any size. */
async function surveyFile(path: string, kind: 'csv' | 'tsv'): Promise<string> {
  let survey: CsvSurvey | null = null;
  for await (const text of decodeFile(path, await detectFileEncoding(path))) {
    survey ??= new CsvSurvey(detectDialect(text.slice(0, CSV_SAMPLE_LENGTH), kind === 'tsv'));
    survey.write(text);
  }
  return (survey ?? new CsvSurvey(detectDialect('', kind === 'tsv'))).options();
}
