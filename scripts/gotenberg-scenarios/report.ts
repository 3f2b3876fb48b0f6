import { table } from '../bench-worker/statistics.ts';
import type { Scenario } from './features.ts';
import type { Outcome } from './run.ts';
import type { ScenarioSettings } from './settings.ts';

/** A scenario and how it ended; null if it did not run, as convertd does not have its settings. */
export interface Examined {
  readonly scenario: Scenario;
  readonly settings: ScenarioSettings;
  readonly outcome: Outcome | null;
}

const COLUMNS = ['feature', 'passed', 'of', 'with unchecked steps', 'other settings: passed', 'of', 'not run'];

/** Returns the table of the features, with their sums and the share of the scenarios with default settings that passed. */
export function summary(examined: readonly Examined[]): string {
  const features = [...new Set(examined.map(({ scenario }) => scenario.feature))];
  const rows = features.map((name) => [name, ...counts(examined.filter(({ scenario }) => scenario.feature === name))]);
  const all = counts(examined);
  const [passed = 0, of = 0] = all;
  const share =
    of === 0 ? '' : `\n${((100 * passed) / of).toFixed(1)} % of the scenarios with default settings passed.\n`;
  const shown = [...rows, ['all', ...all]].map((row) => row.map(String));
  return `${table([COLUMNS, ...shown])}${share}`;
}

/** Returns one line for a scenario that did not pass, or whose steps could not all be checked; null for one that passed. */
export function lineOf({ scenario, settings, outcome }: Examined): string | null {
  const name = `${scenario.feature}:${scenario.line} ${scenario.name}`;
  if (outcome === null) return `not run  ${name}: no setting for ${settings.without.join(', ')}`;
  const { failure, unchecked } = outcome;
  if (failure !== null) return `failed   ${name}\n         ${failure.step}\n         ${failure.reason}`;
  return unchecked.length === 0 ? null : `unchecked ${name}\n         ${unchecked.join('\n         ')}`;
}

function counts(examined: readonly Examined[]): number[] {
  const usual = examined.filter(({ settings }) => settings.areDefault);
  const other = examined.filter(({ settings, outcome }) => !settings.areDefault && outcome !== null);
  const partly = usual.filter((each) => hasPassed(each) && (each.outcome?.unchecked.length ?? 0) > 0);
  const notRun = examined.filter(({ outcome }) => outcome === null);
  return [
    usual.filter(hasPassed).length,
    usual.length,
    partly.length,
    other.filter(hasPassed).length,
    other.length,
    notRun.length,
  ];
}

/** Whether a scenario ran, and no step failed. */
export const hasPassed = ({ outcome }: Examined): boolean => outcome !== null && outcome.failure === null;
