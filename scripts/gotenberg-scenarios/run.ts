import type { Scenario, Step } from './features.ts';
import { SETTING_STEPS } from './settings.ts';
import { ANSWER_STEPS } from './steps/answer-steps.ts';
import { REQUEST_STEPS } from './steps/request-steps.ts';
import { RESULT_STEPS } from './steps/result-steps.ts';
import type { StepDefinition } from './steps/step.ts';
import { UncheckedError, type World } from './world.ts';

/** How a scenario ended. */
export interface Outcome {
  /** The first step that is not as it should be, with the reason; null if there is none. */
  readonly failure: { readonly step: string; readonly reason: string } | null;
  /** Steps that nothing on this machine can check, with the reason. */
  readonly unchecked: readonly string[];
}

const DEFINITIONS: readonly StepDefinition[] = [
  ...SETTING_STEPS.map((sentence) => ({ sentence, run: async () => {} })),
  ...REQUEST_STEPS,
  ...ANSWER_STEPS,
  ...RESULT_STEPS,
];

/** Returns what a sentence means and the words in it; null if it is not known. */
export function definitionOf(text: string): { definition: StepDefinition; words: readonly string[] } | null {
  for (const definition of DEFINITIONS) {
    const match = definition.sentence.exec(text);
    if (match !== null) return { definition, words: match.slice(1) };
  }
  return null;
}

/** Runs the steps of a scenario up to the first one that fails. */
export async function runScenario(scenario: Scenario, world: World): Promise<Outcome> {
  const unchecked: string[] = [];
  for (const step of scenario.steps) {
    try {
      await runStep(step, world);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!(error instanceof UncheckedError)) return { failure: { step: step.text, reason }, unchecked };
      unchecked.push(`${step.text}: ${reason}`);
    }
  }
  return { failure: null, unchecked };
}

async function runStep(step: Step, world: World): Promise<void> {
  const found = definitionOf(step.text);
  if (found === null) throw new Error('the runner does not know this step');
  await found.definition.run(world, found.words, step);
}
