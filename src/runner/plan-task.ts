import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Bridge, routeTo } from '../catalog/conversion-graph.ts';
import type { CatalogEntry } from '../catalog/index.ts';
import { makePlan, type PlannedInput, type PlannedStep } from '../plan/make-plan.ts';
import { countsIn } from '../receipt/counts.ts';
import { ConversionError, type WarningIssue } from '../task/errors.ts';
import type { OptionValues, Task } from '../task/types.ts';
import type { LocalInput } from '../work/context.ts';
import { withAlternatives } from './bridge.ts';
import type { ContextOf } from './convert-inputs.ts';
import type { Engine, OutputFile } from './engine.ts';
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
  const bridges = inputs.map((input) => bridgeOf(input, entry));
  const looked: PlannedInput[] = [];
  for (const input of inputs) {
    const { format } = input;
    const examined = await examine(input, contextOf, { read: countsIn, words: false });
    looked.push({ ...examined, format: format?.name ?? null, kind: format?.kind ?? null });
  }
  // What the engine gets is known only where nothing is converted before it.
  const isDirect = bridges.every((bridge) => bridge === null);
  const last = isDirect ? engine.plan({ target: entry.target, options, inputs }) : { programs: null, losses: [] };
  const plan = makePlan({
    ...{ entry, given: task.conversion.options, applied: options, inputs: looked, warnings },
    route: [...(await stepsOf(bridges)), await stepOf(entry, engine, last.programs)],
    losses: last.losses,
  });
  const path = join(workFolder, 'plan.json');
  await writeFile(path, `${JSON.stringify(plan, null, 2)}\n`);
  // By this the service knows that nothing was converted.
  const metadata = { dry_run: true };
  return [{ path, extension: 'json', suffix: '-plan', contentType: 'application/json', metadata }];
}

/** Returns the conversion that an input needs before its engine can read it. */
function bridgeOf(input: LocalInput, { category, target }: CatalogEntry): Bridge | null {
  const { format, filename } = input;
  if (format === null) return null;
  const route = routeTo(category, target, format.name);
  if (route !== null) return route.how === 'through' ? route.bridge : null;
  const message = `${filename} is of the type ${format.name}, which cannot become ${category}/${target}.`;
  throw withAlternatives(new ConversionError('input_wrong_type', message), { category, target }, [input]);
}

/** Returns the steps of different intermediate conversions. */
async function stepsOf(bridges: readonly (Bridge | null)[]): Promise<PlannedStep[]> {
  const different = [...new Set(bridges)].filter((bridge) => bridge !== null);
  return Promise.all(different.map(async (bridge) => stepOf(bridge, await loadEngine(bridge.category), null)));
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
