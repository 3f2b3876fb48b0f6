import { randomUUID } from 'node:crypto';
import { json as jsonOf } from 'node:stream/consumers';
import { WARNING_CODES } from '../../../task/codes.ts';
import type { OptionValues } from '../../../task/types.ts';
import { fromJson } from '../../database/columns.ts';
import type { OutputRow } from '../../database/tables.ts';
import type { FullJob } from '../../documents/from-rows.ts';
import type { JobBody } from '../../documents/schemas.ts';
import { checkReading } from '../../inputs/input-options.ts';
import { type PreparedInput, prepareInputs } from '../../inputs/prepare-inputs.ts';
import { readOutput } from '../../outputs/send-file.ts';
import type { RouteContext } from '../../route-context.ts';
import { withoutExtension } from '../form/filenames.ts';
import type { Page, Plan, Step } from '../plan/plan.ts';
import { extensionOfTarget } from '../plan/plan.ts';
import { Refusal } from '../refusal.ts';
import { filledTemplate } from './markdown.ts';
import type { PlanRun } from './plan-run.ts';

/** A file on its way through the steps. */
interface Item {
  /** Its name in an answer of several files. Null: it has none yet. */
  readonly name: string | null;
  /** Makes an input of it. */
  open(): Promise<PreparedInput>;
}

/** A finished file. */
export interface Made {
  readonly name: string | null;
  readonly output: OutputRow;
}

/** Runs the steps of a plan. Throws as jobs do, and Refusal 400. */
export async function runPlan(plan: Plan, run: PlanRun): Promise<readonly Made[]> {
  const { source, survey } = plan;
  let items = await itemsOf(plan, run);
  let made: readonly Made[] = [];
  const steps = survey === undefined ? plan.steps : survey(await documentsOf(plan, items, run));
  for (const [index, step] of steps.entries()) {
    made = await runStep(step, items, run, (full) => {
      if (index === 0 && source.kind === 'files' && source.password !== undefined) refuseUnusedPassword(full);
    });
    items = made.map((each) => ({ name: each.name, open: () => outputAsInput(each.output, run) }));
  }
  return made;
}

/** Reads what the target json says about the files of a form. */
async function documentsOf({ source }: Plan, items: readonly Item[], run: PlanRun): Promise<Map<string, unknown>> {
  const files = source.kind === 'files' ? source.files : [];
  const made = await runStep({ category: 'metadata', target: 'json', options: {} }, items, run, () => {});
  const documents = new Map<string, unknown>();
  for (const [index, { output }] of made.entries()) {
    documents.set(files[index]?.filename ?? '', await jsonOf(await readOutput(run.context, output, null)));
  }
  return documents;
}

async function itemsOf({ source, names }: Plan, run: PlanRun): Promise<readonly Item[]> {
  const { context, keyId, stored } = run;
  const name = names[0] ?? null;
  switch (source.kind) {
    case 'files': {
      const { password } = source;
      return source.files.map((file, index) => ({
        name: names[index] ?? null,
        open: async () => withPassword(await stored.input(file), password),
      }));
    }
    case 'address': {
      const { address, engine, options } = source;
      const body = {
        type: 'remote' as const,
        source: address,
        engine: engine as 'screenshot',
        options: { ...options },
      };
      return [{ name, open: () => onlyInput(context, keyId, body) }];
    }
    case 'page': {
      const { page, engine, options = {} } = source;
      if (engine !== undefined) checkReading({ engine, type: 'upload', options });
      return [{ name, open: async () => readBy(await pageInput(page, run), engine, options) }];
    }
  }
}

const withPassword = (input: PreparedInput, password: string | undefined): PreparedInput =>
  password === undefined ? input : { ...input, body: { ...input.body, credentials: { decrypt_password: password } } };

const readBy = (input: PreparedInput, engine: string | undefined, options: OptionValues): PreparedInput =>
  engine === undefined
    ? input
    : { ...input, body: { ...input.body, engine: engine as 'screenshot', options: { ...options } } };

async function onlyInput(
  context: RouteContext,
  keyId: string,
  body: Parameters<typeof prepareInputs>[2][number],
): Promise<PreparedInput> {
  const [input] = (await prepareInputs(context, keyId, [body])).inputs;
  if (input === undefined) throw new Error('an input was not prepared');
  return input;
}

const outputAsInput = ({ id, filename }: OutputRow, { context, keyId }: PlanRun): Promise<PreparedInput> =>
  onlyInput(context, keyId, { type: 'output', source: id, filename });

/** Makes an input of a page: of its document alone, or of a zip with what it shows. */
async function pageInput({ index, others }: Page, run: PlanRun): Promise<PreparedInput> {
  const { stored } = run;
  if (index.kind === 'file') {
    if (others.length === 0) return stored.input(index.file);
    return stored.zip([index.file, ...others], new Map());
  }
  const html = await filledTemplate(await stored.text(index.file), index.markdown, run);
  return others.length === 0
    ? stored.document('index.html', html)
    : stored.zip(others, new Map([['index.html', html]]));
}

/** Runs a step. One job takes all items, unless each has files beside it or options of its own. */
async function runStep(
  step: Step,
  items: readonly Item[],
  { jobs, stored }: PlanRun,
  check: (full: FullJob) => void,
): Promise<readonly Made[]> {
  const isOneJob = step.beside === undefined && step.each === undefined;
  const groups = isOneJob ? [items] : items.map((item) => [item]);
  const made: Made[] = [];
  for (const group of groups) {
    const inputs: PreparedInput[] = [];
    for (const item of group) inputs.push(await item.open());
    for (const file of step.beside ?? []) inputs.push(await stored.input(file));
    const full = await jobs.complete(bodyOf(step, group), inputs);
    check(full);
    made.push(...madeBy(full, step, group, inputs));
  }
  return made;
}

function bodyOf({ category, target, options, each, metadata }: Step, [item]: readonly Item[]): JobBody {
  const all = { ...options, ...each?.get(item?.name ?? '') };
  return { conversion: [{ category, target, options: all, ...(metadata && { metadata: { ...metadata } }) }] };
}

function madeBy(
  { outputs }: FullJob,
  { names = 'same', target }: Step,
  items: readonly Item[],
  inputs: readonly PreparedInput[],
): Made[] {
  const places = new Map(inputs.map(({ id }, index) => [id, index]));
  const parts = new Map<number, number>();
  // Parts of one file share its name, also if nobody has named it.
  const stems = items.map(({ name }) => (name === null ? randomUUID() : withoutExtension(name)));
  return outputs.map((output) => {
    if (names === 'new') return { name: null, output };
    const [inputId = ''] = fromJson(output.input_ids);
    const index = places.get(inputId) ?? 0;
    const name = items[index]?.name ?? null;
    if (names === 'same') return { name, output };
    const part = parts.get(index) ?? 0;
    parts.set(index, part + 1);
    return { name: `${stems[index] ?? output.id}_${part}.${extensionOfTarget(target)}`, output };
  });
}

/** A password for a file that has none is a mistake of the client. Throws Refusal 400. */
function refuseUnusedPassword({ warnings, inputs }: FullJob): void {
  const unused = warnings.find(
    ({ code, details }) => code === WARNING_CODES.option_no_effect.number && details.option === 'decrypt_password',
  );
  if (unused === undefined) return;
  const filename = inputs.find(({ id }) => id === unused.id_source)?.filename ?? inputs[0]?.filename ?? '';
  throw new Refusal(400, `The document '${filename}' is not password-protected. Remove the 'password' form field.`);
}
