import type { CatalogEntry } from '../catalog/index.ts';
import type { ProgramDescription } from '../process/programs.ts';
import { together } from '../receipt/counts.ts';
import { sortWarnings } from '../receipt/losses.ts';
import { type Examined, issueOf, optionsOf, withVersion } from '../receipt/make-receipt.ts';
import type { WarningIssue } from '../task/errors.ts';
import type { OptionValues } from '../task/types.ts';
import { VERSION } from '../version.ts';
import { creditsOf } from './credits.ts';
import { asksForMore, expectedSeconds } from './expected-seconds.ts';
import { likelyLosses } from './likely-losses.ts';
import type { Plan } from './schema.ts';

/** An input of a plan. */
export interface PlannedInput extends Examined {
  readonly format: string | null;
  readonly kind: string | null;
}

/** One conversion of a route, with its engine's programs. */
export interface PlannedStep {
  readonly category: string;
  readonly target: string;
  /** Names of the programs that it needs. */
  readonly needs: readonly string[];
  /** All programs that the engine may use. */
  readonly programs: readonly ProgramDescription[];
}

/** A conversion that was prepared and not run. */
export interface Prepared {
  readonly entry: CatalogEntry;
  readonly given: OptionValues;
  /** As the engine would get them. */
  readonly applied: OptionValues;
  readonly inputs: readonly PlannedInput[];
  readonly route: readonly PlannedStep[];
  /** What the engine says that the result will lack, whatever is in the inputs. */
  readonly losses: readonly string[];
  readonly warnings: readonly WarningIssue[];
}

/** Makes the plan of a conversion. */
export function makePlan({ entry, given, applied, inputs, route, losses, warnings }: Prepared): Plan {
  const { category, target } = entry;
  const counts = together(inputs.map((each) => each.counts));
  const { changed, ...others } = sortWarnings(warnings);
  const sized = inputs.map(({ file, format, kind, counts: own }) => ({
    ...{ format, kind, bytes: file.size_bytes, counts: own ?? {} },
  }));
  const seconds = asksForMore(applied) ? null : expectedSeconds(category, target, sized);
  const inputBytes = sized.reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    plan_version: 1,
    convertd: VERSION,
    conversion: { category, target },
    input: inputs.map(({ file }) => file),
    route: route.map(({ needs, programs, ...step }) => ({
      ...step,
      programs: needs.map((name) => withVersion(name, programs)),
    })),
    options: optionsOf({ entry, given, applied }, changed),
    counts: { ...counts },
    likely_losses: [
      ...losses.map((message) => ({ count: null, amount: null, message })),
      ...likelyLosses(entry, counts, applied),
    ],
    notes: [...others.losses, ...others.notes].map(issueOf),
    expected_seconds: seconds,
    expected_credits: seconds === null ? null : creditsOf({ inputBytes, seconds }),
  };
}
