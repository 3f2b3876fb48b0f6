import { listCategories } from '../catalog/index.ts';
import { inputEngines } from '../catalog/input-catalog.ts';
import type { ProgramDescription } from '../process/programs.ts';
import { describeSandbox } from '../process/sandbox/sandbox.ts';
import { checkEngines, loadEngine, whyNotOffered } from '../runner/engines.ts';
import { loadInputEngine } from '../runner/input-engines.ts';
import { renderDoctorPage } from './doctor-page.ts';
import type { DoctorReport, EngineReport, InputReport } from './doctor-report.ts';
import { EXIT } from './exit-codes.ts';

/** `convertd doctor`: shows what works, what is missing and what needs it. Returns the exit code: 1 if nothing may run. */
export async function doctorCommand(flags: { json?: boolean; verbose?: boolean }): Promise<number> {
  await checkEngines();
  const report = await examine();
  const text = () => (flags.verbose ? renderDoctor(report) : renderDoctorPage(report));
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : text());
  return report.sandbox.ok ? EXIT.completed : EXIT.failed;
}

async function examine(): Promise<DoctorReport> {
  const engines = await Promise.all(listCategories().map(examineCategory));
  return { node: process.version, sandbox: await describeSandbox(), engines, inputs: await examineInputs() };
}

async function examineInputs(): Promise<InputReport[]> {
  const folders = Map.groupBy(inputEngines().values(), ({ folder }) => folder);
  return Promise.all(
    [...folders].map(async ([folder, engines]) => ({
      engines: engines.map(({ name }) => name),
      programs: await (await loadInputEngine({ folder })).describe(),
    })),
  );
}

async function examineCategory(category: string): Promise<EngineReport> {
  const reason = whyNotOffered(category);
  if (reason !== null) return { category, available: false, reason, programs: [] };
  return { category, available: true, programs: await (await loadEngine(category)).describe() };
}

export function renderDoctor(report: DoctorReport): string {
  const lines = [
    `node ${report.node}`,
    '',
    'sandbox of native programs',
    ...report.sandbox.lines.map((line) => `  ${line}`),
  ];
  for (const engine of report.engines) {
    lines.push('', engine.category);
    if (!engine.available) lines.push(`  ${engine.reason}: every target of this category is refused`);
    for (const program of engine.programs) lines.push(...renderProgram(program));
  }
  for (const { engines, programs } of report.inputs) {
    lines.push('', `inputs: ${engines.join(', ')}`, ...programs.flatMap(renderProgram));
  }
  return `${lines.join('\n')}\n`;
}

/** If several tools may be installed, `chosen` says which one is used and why; `notes` has further remarks. */
type Described = ProgramDescription & { readonly chosen?: string; readonly notes?: readonly string[] };

function renderProgram(program: Described): string[] {
  const { name, version, problem, need, package: from, neededFor, chosen, notes = [] } = program;
  if (version !== null) {
    const line = `  ok       ${need}  ${name} ${version}`;
    return [line, ...[chosen ?? [], notes].flat().map((note) => `           ${note}`)];
  }
  return [
    `  missing  ${need}  ${name} (package ${from})${problem === undefined ? '' : `: ${problem}`}`,
    ...neededFor.map((target) => `           not possible without it: ${target}`),
  ];
}
