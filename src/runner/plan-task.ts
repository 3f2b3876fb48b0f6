import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bridge, routeTo } from '../catalog/conversion-graph.ts';
import { type CatalogEntry, validateConversion } from '../catalog/index.ts';
import { makePlan, type PlannedInput, type PlannedStep } from '../plan/make-plan.ts';
import { countsIn } from '../receipt/counts.ts';
import { ConversionError, type WarningIssue } from '../task/errors.ts';
import type { OptionValues, Task } from '../task/types.ts';
import { contentText } from '../work/content-text.ts';
import type { LocalInput } from '../work/context.ts';
import { withAlternatives } from './bridge.ts';
import type { ContextOf } from './convert-inputs.ts';
import type { Engine, EnginePlan, OutputFile } from './engine.ts';
import { loadEngine } from './engines.ts';
import { examine } from './examine.ts';

/** A conversion that could be run now. */
export interface Planned {
  readonly task: Task;
  readonly entry: CatalogEntry;
  readonly engine: Engine;
  /** As the engine would get them. */
  readonly options: OptionValues;
  readonly inputs: readonly LocalInput[];
  readonly warnings: readonly WarningIssue[];
  readonly workFolder: string;
  readonly contextOf: ContextOf;
}

/**
 * Writes the plan of a conversion in place of its outputs. Converts nothing. Throws ConversionError `input_wrong_type` if an input cannot
 * become the target.
 */
export async function planTask({ workFolder, ...planned }: Planned): Promise<OutputFile[]> {
  const { task, entry, engine, options, inputs, warnings, contextOf } = planned;
  const { target } = entry;
  const bridges = inputs.map((input) =>
    engine.usesAsItIs({ target, options }, input) ? null : bridgeOf(input, entry, options),
  );
  const looked: PlannedInput[] = [];
  for (const input of inputs) {
    const { format } = input;
    const examined = await examine(input, contextOf, { read: countsIn, words: false });
    looked.push({ ...examined, format: format?.name ?? null, kind: format?.kind ?? null });
  }
  const direct = inputs.filter((_, index) => bridges[index] === null);
  // Of what is converted before, the engine gets files that are not there yet.
  const last = direct.length === 0 ? UNKNOWN : engine.plan({ target, options, inputs: direct });
  const plan = makePlan({
    ...{ entry, given: task.conversion.options, applied: options, inputs: looked, warnings },
    route: [...(await stepsBefore(inputs, bridges)), await stepOf(entry, engine, last.programs)],
    losses: last.losses,
  });
  const path = join(workFolder, 'plan.json');
  await writeFile(path, `${JSON.stringify(plan, null, 2)}\n`);
  // By this the service knows that nothing was converted.
  const metadata = { dry_run: true };
  return [{ path, extension: 'json', suffix: '-plan', contentType: 'application/json', metadata }];
}

const UNKNOWN: EnginePlan = { programs: null, losses: [] };

/** Returns the conversion that an input needs before its engine can read it; null: none. */
function bridgeOf(input: LocalInput, { category, target }: CatalogEntry, options: OptionValues): Bridge | null {
  const { format, filename } = input;
  // A text whose encoding is given needs no other sign that it is one.
  if (format === null && options.encoding !== undefined) return null;
  // Its engine looks into a zip, for a text or a page with its files, and refuses others.
  if (format?.name === 'zip' && category === 'document') return null;
  const route = routeTo(category, target, format?.name ?? '');
  if (route === null) {
    const message = `${contentText(input)}. It cannot become ${category}/${target}.`;
    throw withAlternatives(new ConversionError('input_wrong_type', message), { category, target }, [input]);
  }
  const { option } = route;
  if (option !== null && (options[option] === undefined || options[option] === false)) {
    const message = `${filename} becomes ${category}/${target} only with option ${option}.`;
    throw new ConversionError('input_wrong_type', message, { details: { option } });
  }
  return route.how === 'through' ? route.bridge : null;
}

/** Returns the intermediate conversions of inputs, each kind once. */
async function stepsBefore(inputs: readonly LocalInput[], bridges: readonly (Bridge | null)[]): Promise<PlannedStep[]> {
  const byTarget = new Map<string, { readonly bridge: Bridge; readonly inputs: LocalInput[] }>();
  for (const [index, bridge] of bridges.entries()) {
    const input = inputs[index];
    if (bridge === null || input === undefined) continue;
    const path = `${bridge.category}/${bridge.target}`;
    byTarget.set(path, { bridge, inputs: [...(byTarget.get(path)?.inputs ?? []), input] });
  }
  return Promise.all(
    [...byTarget.values()].map(async ({ bridge, inputs: some }) => {
      const engine = await loadEngine(bridge.category);
      const { options } = validateConversion(bridge);
      const { programs } = engine.plan({ target: bridge.target, options, inputs: some });
      return stepOf(bridge, engine, programs);
    }),
  );
}

/** @param named programs that the engine names for the inputs; null: those that it always needs for the target */
async function stepOf(
  { category, target }: Pick<CatalogEntry, 'category' | 'target'>,
  engine: Engine,
  named: readonly string[] | null,
): Promise<PlannedStep> {
  const programs = await engine.describe();
  const isNeeded = ({ need, neededFor }: (typeof programs)[number]) =>
    need === 'required' && neededFor.includes(`${category}/${target}`);
  return { category, target, programs, needs: named ?? programs.filter(isNeeded).map(({ name }) => name) };
}
