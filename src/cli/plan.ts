import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plan } from '../plan/schema.ts';
import { runEach, summarize } from '../runner/run-all.ts';
import type { Task } from '../task/types.ts';
import { pluralize } from '../util/pluralize.ts';
import { type ConvertFlags, readCommand, splitOrMerged } from './convert.ts';
import { inLocalRun } from './local-run.ts';
import { terminal } from './terminal.ts';

/** `convertd plan FILE… TARGET`: says what `convertd convert` would do with the same words. Returns the exit code. */
export async function planCommand(words: readonly string[], flags: ConvertFlags): Promise<number> {
  return inLocalRun(flags, async (run) => {
    const { task, place, leftOut } = await readCommand(words, flags, run);
    const store = join(run.workRoot, 'plans');
    await mkdir(store);
    const asked = asPlan(task, store);
    const services = await run.services(asked);
    const started = performance.now();
    const threads = await splitOrMerged(asked, place, services.presets);
    const quiet = { ...services, onReport: () => {} };
    const finals = await runEach(threads, () => quiet, run.config.concurrency, run.signal);
    const summary = summarize(finals, (performance.now() - started) / 1000);
    for (const { uri } of summary.output) {
      const plan = JSON.parse(await readFile(fileURLToPath(uri), 'utf8')) as Plan;
      terminal().stdout.write(flags.json ? `${JSON.stringify(plan)}\n` : `${linesOf(plan).join('\n')}\n`);
    }
    if (summary.status === 'completed' && leftOut.length === 0) return 0;
    return run.finish({ ...summary, output: [], warnings: [] }, leftOut);
  });
}

/** Asks for a plan that is written into a folder as a file of its own for each input. */
const asPlan = (task: Task, store: string): Task => ({
  ...task,
  conversion: { ...task.conversion, options: { ...task.conversion.options, dry_run: true } },
  output: { ...task.output, store },
});

/** Returns a plan in words. */
function linesOf(plan: Plan): string[] {
  const { conversion, counts, expected_seconds: seconds, expected_credits: credits } = plan;
  const names = plan.input.map(({ filename }) => filename).join(', ');
  const contents = Object.entries(counts)
    .filter(([, amount]) => amount > 0)
    .map(([name, amount]) => `${name.replaceAll('_', ' ')} ${amount}`);
  const steps = plan.route.map(({ category, target, programs }) => {
    const by = programs.map(({ program, version }) => (version === null ? program : `${program} ${version}`));
    return `${category}/${target}${by.length === 0 ? '' : ` by ${by.join(', ')}`}`;
  });
  const time =
    seconds === null || credits === null
      ? 'unknown: nothing like it was measured, or the file does not say how long it is'
      : `about ${pluralize(Math.max(1, Math.round(seconds)), 'second')} (${pluralize(credits, 'credit')} of a job service)`;
  return [
    `${names} → ${conversion.category}/${conversion.target}`,
    ...row('route', steps),
    ...row('contains', contents.length === 0 ? [] : [contents.join(', ')]),
    ...row('options', optionLines(plan)),
    ...row(
      'will lack',
      plan.likely_losses.map(({ message }) => message),
    ),
    ...row(
      'notes',
      plan.notes.map(({ message }) => message),
    ),
    ...row('time', [time]),
  ];
}

function optionLines({ options }: Plan): string[] {
  const given = Object.entries(options.applied).filter(([name]) => Object.hasOwn(options.given, name));
  const used = given.filter(([name]) => name !== 'dry_run').map(([name, value]) => `${name}=${String(value)}`);
  return [...(used.length === 0 ? [] : [used.join(' ')]), ...options.changed.map(({ message }) => message)];
}

const WIDTH = 'will lack'.length;

/** Returns texts below each other, the first one after its name. */
const row = (name: string, texts: readonly string[]): string[] =>
  texts.map((text, index) => `  ${(index === 0 ? name : '').padEnd(WIDTH)}  ${text}`);
