import { listCategories } from '../catalog/index.ts';
import { describeSandbox, type SandboxDescription } from '../process/sandbox.ts';
import type { EngineProgram } from '../runner/engine.ts';
import { hasEngine, loadEngine } from '../runner/engines.ts';
import { EXIT } from './exit-codes.ts';

export interface DoctorReport {
  node: string;
  sandbox: SandboxDescription;
  engines: { category: string; available: boolean; programs: EngineProgram[] }[];
}

/** `convertd doctor`: what works here, what is missing, and which targets that costs. Returns the exit code: 1 where nothing may run. */
export async function doctorCommand(flags: { json?: boolean }): Promise<number> {
  const report = await examine();
  process.stdout.write(flags.json ? `${JSON.stringify(report, null, 2)}\n` : renderDoctor(report));
  return report.sandbox.ok ? EXIT.completed : EXIT.failed;
}

async function examine(): Promise<DoctorReport> {
  const engines = await Promise.all(
    listCategories().map(async (category) => {
      if (!hasEngine(category)) return { category, available: false, programs: [] };
      return { category, available: true, programs: await (await loadEngine(category)).describe() };
    }),
  );
  return { node: process.version, sandbox: await describeSandbox(), engines };
}

export function renderDoctor(report: DoctorReport): string {
  const lines = [
    `node ${report.node}`,
    '',
    'confinement of native programs',
    ...report.sandbox.lines.map((line) => `  ${line}`),
  ];
  for (const { category, available, programs } of report.engines) {
    lines.push('', category);
    if (!available) lines.push('  no engine in this version: every target of this category is refused');
    for (const program of programs) lines.push(...renderProgram(program));
  }
  return `${lines.join('\n')}\n`;
}

function renderProgram(program: EngineProgram): string[] {
  if (program.version !== null) return [`  ok       ${program.name} ${program.version}`];
  return [
    `  missing  ${program.name} (package ${program.package})`,
    ...program.neededFor.map((target) => `           not possible without it: ${target}`),
  ];
}
