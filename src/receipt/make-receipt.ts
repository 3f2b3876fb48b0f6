import type { CatalogEntry } from '../catalog/index.ts';
import type { ProgramUse } from '../process/program-uses.ts';
import type { ProgramDescription } from '../process/programs.ts';
import type { WarningIssue } from '../task/errors.ts';
import type { OptionValues } from '../task/types.ts';
import { VERSION } from '../version.ts';
import { COUNT_NAMES, type Counts, fewerIn, together } from './counts.ts';
import { compareFonts, type FontFacts } from './fonts.ts';
import { sortWarnings } from './losses.ts';
import type { Receipt, ReceiptFile, ReceiptIssue } from './schema.ts';

/** A file of a conversion, as it was found when it was examined. */
export interface Examined {
  readonly file: ReceiptFile;
  /** Null: it could not be examined. */
  readonly counts: Counts | null;
  /** Null: unknown. */
  readonly fonts: readonly FontFacts[] | null;
}

/** What all receipts of a conversion share. */
export interface Conversion {
  readonly entry: CatalogEntry;
  readonly given: OptionValues;
  /** As the engine got them. */
  readonly applied: OptionValues;
  readonly uses: readonly ProgramUse[];
  readonly programs: readonly ProgramDescription[];
  readonly warnings: readonly WarningIssue[];
  readonly seconds: number;
}

/** Makes the receipt of one output. @param inputs those that it was made of */
export function makeReceipt(conversion: Conversion, inputs: readonly Examined[], output: Examined): Receipt {
  const { entry, uses, programs, warnings, seconds } = conversion;
  const { losses, changed, notes } = sortWarnings(warnings);
  const [before, after] = [together(inputs.map(({ counts }) => counts)), output.counts ?? {}];
  return {
    receipt_version: 1,
    convertd: VERSION,
    conversion: { category: entry.category, target: entry.target },
    input: inputs.map(({ file }) => file),
    output: output.file,
    route: uses.map(({ program, runs, seconds: wall, cpuSeconds }) => ({
      ...{ ...withVersion(program, programs), runs },
      ...{ seconds: wall, cpu_seconds: cpuSeconds },
    })),
    options: optionsOf(conversion, changed),
    counts: bothSides(before, after),
    fonts: compareFonts(
      inputs.map(({ fonts }) => fonts),
      output.fonts,
    ),
    fewer: fewerIn(before, after).filter((name) => name !== 'pictures' || !isDrawn(inputs, output)),
    losses: losses.map(issueOf),
    notes: notes.map(issueOf),
    seconds,
  };
}

const PDF = 'application/pdf';

/** Whether an output is a PDF made of something else: it has each picture once, and drawn ones not as pictures. */
const isDrawn = (inputs: readonly Examined[], output: Examined): boolean =>
  output.file.content_type === PDF && inputs.some(({ file }) => file.content_type !== PDF);

function bothSides(input: Counts, output: Counts): Receipt['counts'] {
  const names = COUNT_NAMES.filter((name) => input[name] !== undefined || output[name] !== undefined);
  return Object.fromEntries(
    names.map((name) => [name, { input: input[name] ?? null, output: output[name] ?? null }] as const),
  );
}

export const issueOf = ({ code, message, details }: WarningIssue): ReceiptIssue => ({ code, message, details });

/** Returns the options of a conversion without secrets, and the warnings about them. */
export const optionsOf = (
  { entry, given, applied }: Pick<Conversion, 'entry' | 'given' | 'applied'>,
  changed: readonly WarningIssue[],
): Receipt['options'] => ({
  given: withoutSecrets(given, entry),
  applied: withoutSecrets(applied, entry),
  changed: changed.map(issueOf),
});

/** Leaves out options that are secrets or have some in them, such as cookies, and those that the catalog does not know. */
const withoutSecrets = (options: OptionValues, { options: definitions }: CatalogEntry): OptionValues =>
  Object.fromEntries(
    Object.entries(options).filter(
      ([name]) => Object.hasOwn(definitions, name) && !JSON.stringify(definitions[name]).includes('"writeOnly":true'),
    ),
  );

/** Libraries, by the pools of processes that have loaded them. */
const LIBRARIES: Readonly<Record<string, string>> = { pictures: 'sharp', Chromium: 'chromium-headless-shell' };

/** Returns a program with its version; null if it is part of convertd, or nobody knows. */
export function withVersion(program: string, programs: readonly ProgramDescription[]) {
  const name = LIBRARIES[program] ?? program;
  const found = programs.find((each) => each.name.toLowerCase() === name.toLowerCase());
  return { program: name, version: found?.version ?? null };
}
