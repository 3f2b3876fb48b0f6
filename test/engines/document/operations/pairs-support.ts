import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect } from 'vitest';
import { operate } from '../../../../engines/document/operations/operations.ts';
import { validateConversion } from '../../../../src/catalog/index.ts';
import { ConversionErrors } from '../../../../src/task/errors.ts';
import type { PdfFile } from '../../../../tools/programs/qpdf/pdf-work.ts';
import { engineTask, makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { makeKeys } from '../../../support/signing-keys.ts';
import { LISTED, VALUES } from './form-observers.ts';
import { MadePdf } from './made-pdf.ts';
import type { Options, Result } from './observer.ts';
import { optionsFor, placeDifferences, REASONS, type Sampled, sampleOf } from './observers.ts';
import { isStamped, type PlacedPage } from './places.ts';
import { KEY, SIGNED } from './signature-observers.ts';
import { ATTACHED } from './structure-observers.ts';
import { optionsOf } from './support-structure.ts';

const PYTHON = '/usr/bin/python3';
const MAKER = fileURLToPath(new URL('./make_pairs_pdf.py', import.meta.url));

/** Outcome of two options together. */
export type Outcome =
  | { readonly kind: 'refused'; readonly codes: readonly string[] }
  /** Options that are not seen, and words that are not where all options together put them. */
  | { readonly kind: 'done'; readonly unseen: readonly Sampled[]; readonly misplaced: readonly string[] };

interface Input extends PdfFile {
  readonly places: readonly PlacedPage[];
}

/** The PDFs of this test, and a folder for the results. */
export class PairsBench extends ScratchFolder {
  #inputs: readonly Input[] = [];

  static async make(): Promise<PairsBench> {
    const bench = new PairsBench(await makeScratchFolder('pairs'));
    const [document, other] = [bench.path('document.pdf'), bench.path('other.pdf')];
    await execa(PYTHON, [MAKER, document]);
    await execa(PYTHON, [MAKER, other, 'other']);
    await writeFile(bench.path(ATTACHED), 'attached');
    await writeFile(bench.path(VALUES), JSON.stringify({ name: LISTED }));
    bench.#inputs = await Promise.all([document, other].map(inputOf));
    await bench.#sign(document);
    return bench;
  }

  /** Makes a key, and signs a copy of the document with it. */
  async #sign(document: string): Promise<void> {
    await makeKeys(this.folder);
    const workFolder = await mkdtemp(join(this.folder, 'signing-'));
    const [key, signed] = [this.path(KEY), this.path(SIGNED)];
    const { context } = engineTask({ workFolder, readable: [document, key], signal: new AbortController().signal });
    const work = { context, newFolder: () => mkdtemp(join(workFolder, 'step-')) };
    const sign = [{ key: KEY, password: 'secret' }];
    const keys = new Map([[KEY, { path: key, filename: KEY }]]);
    const [made] = await operate([{ path: document, pages: 1 }], optionsOf({ sign }), { ...work, keys });
    await copyFile(made?.path ?? '', signed);
  }

  /** Tests one or two options with their values and the options that they need. */
  async try(names: readonly Sampled[]): Promise<Outcome> {
    const codes = refusal(optionsFor(names));
    if (codes !== null) return { kind: 'refused', codes };
    return this.observe(optionsFor(names), optionsFor(names), names);
  }

  /**
   * Looks for options in a result without them, where they must not be seen.
   * @returns the options that are seen nevertheless
   */
  async seenWithout(name: Sampled): Promise<readonly Sampled[]> {
    const { [name]: _, ...others } = optionsFor([name]);
    // The options that an option needs may be invalid without it, but they must not have its effect.
    const given = refusal(others) === null ? others : {};
    const outcome = await this.observe(given, optionsFor([name]), [name]);
    return outcome.kind === 'done' && outcome.unseen.length === 0 ? [name] : [];
  }

  /** Makes a PDF with some options and looks for the effects of others. */
  async observe(given: Options, expected: Options, names: readonly Sampled[]): Promise<Outcome> {
    const workFolder = await mkdtemp(join(this.folder, 'work-'));
    try {
      const result = await this.#make(given, workFolder);
      for (const { path } of result.files) await check(path, given);
      const unseen: Sampled[] = [];
      for (const name of names) if (!(await sampleOf(name).holds(result, expected))) unseen.push(name);
      return { kind: 'done', unseen, misplaced: await placeDifferences(result, given) };
    } finally {
      await rm(workFolder, { recursive: true, force: true });
    }
  }

  async #make(given: Options, workFolder: string): Promise<Result> {
    const isCombined = given.merge === true || given.overlay !== undefined || isStamped(given);
    const [first, ...others] = this.#inputs;
    const used =
      given.signatures !== undefined && first ? [{ ...first, path: this.path(SIGNED) }, ...others] : this.#inputs;
    const inputs = isCombined ? used : used.slice(0, 1);
    const { signal } = new AbortController();
    const { context } = engineTask({
      workFolder,
      readable: [...inputs.map(({ path }) => path), this.path(ATTACHED), this.path(VALUES), this.path(KEY)],
      signal,
    });
    let folders = 0;
    const newFolder = async (): Promise<string> => {
      const folder = join(workFolder, `step-${++folders}`);
      await mkdir(folder);
      return folder;
    };
    const attachments = [{ path: this.path(ATTACHED), filename: ATTACHED, format: null }];
    const values = { path: this.path(VALUES), filename: VALUES };
    const keys = new Map([[KEY, { path: this.path(KEY), filename: KEY }]]);
    const received = inputs.map(({ path }) => ({ path, filename: basename(path), format: null }));
    const job = { context, newFolder, attachments, values, keys };
    const files = await operate(inputs, optionsOf(given), job, received);
    const password = given.new_user_password ?? '';
    return {
      files: files.map(({ path }) => new MadePdf(path, password)),
      inputs: this.#inputs.map(({ places }) => places),
    };
  }
}

async function inputOf(path: string): Promise<Input> {
  const places = await new MadePdf(path, '').places();
  return { path, pages: places.length, places };
}

/** Returns the codes of the catalog's errors about options; null if they are accepted. */
function refusal(options: Options): readonly string[] | null {
  try {
    validateConversion({ category: 'document', target: 'pdf', options });
    return null;
  } catch (error) {
    if (error instanceof ConversionErrors) return error.errors.map(({ code }) => code);
    throw error;
  }
}

async function check(path: string, { new_user_password: password = '' }: Options): Promise<void> {
  await execa('qpdf', [`--password=${password}`, '--check', path]);
}

/** Returns the options of a pair that are not seen together with the other, by REASONS. */
const excused = (pair: readonly Sampled[]): readonly Sampled[] =>
  REASONS.filter(({ option, beside }) => pair.includes(option) && pair.includes(beside)).map(({ option }) => option);

/** Options whose samples write a text at the top left. */
const OF_STAMP_TEXT = [
  ...(['stamp_text', 'stamp_text_size', 'stamp_text_color', 'stamp_opacity'] as const),
  ...(['stamp_scale', 'stamp_angle', 'stamp_pages'] as const),
];

/** The pairs that the rules between options do not allow (engines/document/catalog.ts). */
export const REFUSED: readonly (readonly [Sampled, Sampled])[] = [
  ['page_size', 'custom_page_size_width'],
  ['page_size', 'custom_page_size_height'],
  ['page_size', 'custom_page_size_unit'],
  ['split', 'one_file_per_page'],
  ['crop_right', 'crop_width'],
  ['crop_bottom', 'crop_height'],
  ['merge', 'stamp'],
  ['merge', 'watermark'],
  ['stamp', 'watermark'],
  ...(['overlay', 'overlay_rest'] as const).flatMap((option) =>
    // alignment needs a stamp here.
    (['merge', 'stamp', 'watermark', 'alignment'] as const).map((other) => [option, other] as const),
  ),
  ...(['stamps', 'stamp_tiled'] as const).flatMap((option) =>
    [...OF_STAMP_TEXT, 'alignment' as const].map((other) => [option, other] as const),
  ),
  ...(['stamp', 'watermark', 'stamp_tiled'] as const).map((other) => ['stamps', other] as const),
  ['pdf_a', 'new_owner_password'],
  ['pdf_a', 'new_user_password'],
  ['pdf_a', 'allow_printing'],
  ['pdf_a', 'allow_copying'],
  ['pdf_a', 'allow_modification'],
  ['pdf_a', 'allow_annotations'],
  ['pdf_a', 'allow_forms'],
  ['pdf_a', 'allow_assembly'],
  // The sample is PDF/A-2, which has no attached files of any kind.
  ['pdf_a', 'embed'],
  ['pdf_a', 'signatures'],
  ['redact', 'signatures'],
  ['bookmarks', 'remove_bookmarks'],
  ['pages_per_sheet', 'booklet'],
  ['pages_per_sheet', 'booklet_binding'],
  // add_borders needs pages_per_sheet here.
  ['booklet', 'add_borders'],
  ['booklet_binding', 'add_borders'],
  // alignment needs a stamp here.
  ['merge', 'alignment'],
  ['watermark', 'alignment'],
];

/** Expected misplaced words: the cut goes through a word of the stamp, which is then read as two. */
const CUT_WORDS: Readonly<Record<string, readonly string[]>> = {
  'split_page_x and alignment': ['file 1, page 4: not SE9 at 2, 588, but '],
};

/** Expects that both options are seen, except those that REASONS excuses, or that the rules refuse the pair. */
export function expectPair(outcome: Outcome, pair: readonly Sampled[]): void {
  const isRefused = REFUSED.some((names) => names.every((name) => pair.includes(name)));
  if (isRefused) expect(outcome).toEqual({ kind: 'refused', codes: ['option_conflict'] });
  else expect(outcome).toEqual({ kind: 'done', unseen: excused(pair), misplaced: CUT_WORDS[pair.join(' and ')] ?? [] });
}
