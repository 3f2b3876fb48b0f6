import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TargetOptions } from '../../src/catalog/definition.ts';
import type { OutputFile } from '../../src/runner/engine.ts';
import { onlyInput } from '../../src/runner/only-input.ts';
import { convertPart } from '../../src/runner/part.ts';
import { ConversionError } from '../../src/task/errors.ts';
import type { OutputMetadata } from '../../src/task/types.ts';
import { type LocalInput, partFolder, type WorkContext, within } from '../../src/work/context.ts';
import { listFields } from '../../tools/formats/pdf-forms/pdf-forms.ts';
import { checkSignatures } from '../../tools/formats/pdf-signatures/signatures.ts';
import {
  type BrokenRule,
  brokenRules,
  documentOf,
  type Standard,
} from '../../tools/formats/pdf-standards/standards.ts';
import { openPdf } from '../../tools/formats/pdf-text/open.ts';
import { smallPixels } from '../../tools/programs/imagemagick/small-pixels.ts';
import type { catalog } from './catalog.ts';
import { firstAsPng } from './pictures.ts';
import { requireRead } from './readable.ts';

/* Operations whose output is a JSON document about the input. */

/**
 * Checks whether a PDF keeps the rules of a profile of PDF/A or PDF/UA that need no rendering. Throws what opening the PDF throws.
 */
export async function validatePdfA(
  input: LocalInput,
  { validation_profile: profile }: TargetOptions<typeof catalog, 'validate-pdfa'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const { path, decrypted } = await openPdf({ path: input.path, password: input.decryptPassword }, context);
  const standard = standardOf(profile);
  const job = { context, newFolder: () => partFolder(context, 'pdf') };
  const found = await brokenRules({ path }, standard, job, 'any');
  const broken = decrypted && standard !== 'ua1' ? [ENCRYPTED, ...found] : found;
  const conforms = broken.length === 0;
  const problems = broken.map(({ problem }) => problem);
  const document = { profile, standard: documentOf(standard), conforms, problems, broken_rules: broken };
  return report(document, { profile, conforms, problems: broken.length }, context);
}

/** ISO 19005-1 and 19005-2, 6.1.3. The check sees the decrypted file. */
const ENCRYPTED: BrokenRule = { rule: '6.1.3', problem: 'it is encrypted', count: 1, places: [] };

type Profile = TargetOptions<typeof catalog, 'validate-pdfa'>['validation_profile'];

const standardOf = (profile: Profile): Standard => profile.replace(/^pdfa?(?=\w)/, '') as Standard;

/** Lists the fields of a PDF's form. Throws what opening the PDF and listFields throw. */
export async function listFormFields(input: LocalInput, context: WorkContext): Promise<OutputFile[]> {
  const { path } = await openPdf({ path: input.path, password: input.decryptPassword }, context);
  const list = await listFields(path, { context });
  return report(list, { fields: list.fields.length, xfa: list.xfa }, context);
}

/**
 * Checks the digital signatures of a PDF as it is. Inputs that option trusted names are certificates. Throws what checkSignatures throws, and
 * `option_invalid` for an input that is not there.
 */
export async function validateSignatures(
  inputs: readonly LocalInput[],
  { trusted = [] }: TargetOptions<typeof catalog, 'validate-signatures'>,
  context: WorkContext,
): Promise<OutputFile[]> {
  const certificates = trusted.map((name) => {
    const found = inputs.find(({ filename }) => filename === name);
    if (found !== undefined) return found;
    const message = `Option trusted: no input is called ${name}.`;
    throw new ConversionError('option_invalid', message, { details: { option: 'trusted' } });
  });
  const input = onlyInput(
    inputs.filter((each) => !certificates.includes(each)),
    'A check',
  );
  requireRead(input, 'validate-signatures');
  const { path, decryptPassword: password } = input;
  const found = await checkSignatures({ path, password }, certificates, context);
  return report(found, { signatures: found.signatures.length, valid: found.valid }, context);
}

/** Describes a picture: its metadata, and the colours and brightness of its first page or frame. Throws as opening it does. */
export async function analyzeImage(input: LocalInput, context: WorkContext): Promise<OutputFile[]> {
  const request = { target: 'json', options: { checksums: false }, inputs: [input] };
  const facts = await convertPart('metadata', request, within(context, 0, 40));
  const pixels = await smallPixels(await firstAsPng(input, {}, within(context, 40, 80)), context);
  const colors = colorsOf(pixels);
  const metadata = { main_color: colors.main_colors[0]?.color ?? '', is_gray: colors.is_gray };
  return report({ ...JSON.parse(await readFile(facts.path, 'utf8')), colors }, metadata, context);
}

async function report(document: object, metadata: OutputMetadata, context: WorkContext): Promise<OutputFile[]> {
  const path = join(await partFolder(context, 'report'), 'report.json');
  await writeFile(path, `${JSON.stringify(document, null, 2)}\n`);
  return [{ path, extension: 'json', contentType: 'application/json', metadata }];
}

/** Number of colours named, and of bars of the histogram. */
const MAIN_COLORS = 5;
const BARS = 16;
/** Distance of red, green and blue up to which a pixel counts as grey. */
const MOST_OF_GRAY = 8;

interface Sum {
  red: number;
  green: number;
  blue: number;
  count: number;
}

const emptySum = (): Sum => ({ red: 0, green: 0, blue: 0, count: 0 });

/** Returns the colours of pixels, red, green and blue each: the commonest ones, the mean, and how bright how much of the picture is. */
function colorsOf(pixels: Uint8Array) {
  const all = emptySum();
  // Similar colours count together, by the upper three bits of each channel.
  const similar = new Map<number, Sum>();
  const bars = new Array<number>(BARS).fill(0);
  let isGray = true;
  for (let at = 0; at + 2 < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    const key = ((red >> 5) << 6) | ((green >> 5) << 3) | (blue >> 5);
    const sum = similar.get(key) ?? emptySum();
    similar.set(key, sum);
    for (const each of [all, sum]) {
      each.red += red;
      each.green += green;
      each.blue += blue;
      each.count += 1;
    }
    const bar = Math.floor(((0.299 * red + 0.587 * green + 0.114 * blue) / 256) * BARS);
    bars[bar] = (bars[bar] ?? 0) + 1;
    isGray &&= Math.max(red, green, blue) - Math.min(red, green, blue) <= MOST_OF_GRAY;
  }
  const percent = (count: number) => Math.round((count / all.count) * 1e4) / 100;
  const main = [...similar.values()].sort((one, other) => other.count - one.count).slice(0, MAIN_COLORS);
  return {
    mean_color: hex(all),
    main_colors: main.map((sum) => ({ color: hex(sum), percent: percent(sum.count) })),
    is_gray: isGray,
    /** Percent of the pixels by brightness, from dark to light. */
    brightness_histogram: bars.map(percent),
  };
}

const hex = ({ red, green, blue, count }: Sum): string =>
  `#${[red, green, blue]
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
