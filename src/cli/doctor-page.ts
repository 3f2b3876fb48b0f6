import { layOut } from '../catalog/table.ts';
import type { ProgramDescription } from '../process/programs.ts';
import type { DoctorReport } from './doctor-report.ts';

const WIDTH = 100;
const INDENT = '  ';

/** Renders the overview: whether convertd works, one line per category, and what to install for the rest. */
export function renderDoctorPage(report: DoctorReport): string {
  const rows = [
    ...report.engines.map((engine): [string, string] => [
      engine.category,
      engine.available ? stateOf(engine.programs) : engine.reason,
    ]),
    ...report.inputs.map(({ engines, programs }): [string, string] => [
      `input/${engines.length > 1 ? `${engines[0]} …` : (engines[0] ?? '')}`,
      stateOf(programs),
    ]),
  ];
  const first = Math.min(30, Math.max(...rows.map(([name]) => name.length)));
  const missing = missingPackages(report);
  return `${[
    report.sandbox.ok
      ? `Ready to convert: programs run sandboxed (${report.sandbox.backend}).`
      : 'Not ready: nothing can sandbox programs here, so files are refused. See "convertd doctor --verbose".',
    '',
    ...layOut(rows, [first, WIDTH - first - INDENT.length]),
    ...(missing.length === 0 ? [] : ['', 'To install for the rest:', ...missing]),
    '',
    'convertd doctor --verbose  every program with its version, what needs it, and what the sandbox enforces',
  ].join('\n')}\n`;
}

const isMissing = ({ version }: ProgramDescription): boolean => version === null;

function stateOf(programs: readonly ProgramDescription[]): string {
  const missing = programs.filter(isMissing);
  const required = missing.filter(({ need }) => need === 'required');
  const names = (some: readonly ProgramDescription[]) => [...new Set(some.map(({ name }) => name))].join(', ');
  if (required.length > 0) return `not ready: ${names(required)} missing`;
  return missing.length === 0 ? 'ready' : `ready but for what needs ${names(missing)}`;
}

/** Largest number of uses of a package that are named; more are counted. */
const FEW = 2;

const someOf = (uses: readonly string[]): string =>
  uses.length <= FEW ? uses.join('; ') : `${uses.slice(0, FEW).join('; ')}, and ${uses.length - FEW} more`;

/** Returns each missing package once, with what needs it. */
function missingPackages({ engines, inputs }: DoctorReport): string[] {
  const missing = [...engines, ...inputs].flatMap(({ programs }) => programs).filter(isMissing);
  return [...Map.groupBy(missing, (program) => program.package)].flatMap(([name, programs]) => {
    const uses = [...new Set(programs.flatMap(({ neededFor }) => neededFor))];
    const problems = [...new Set(programs.flatMap(({ problem }) => problem ?? []))];
    return [
      `${INDENT}${name}`,
      ...layOut([[`for ${someOf(uses)}`], ...problems.map((problem) => [problem])], [WIDTH - 6]).map(
        (line) => `${INDENT.repeat(3)}${line}`,
      ),
    ];
  });
}
