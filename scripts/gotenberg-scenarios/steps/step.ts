import type { Step } from '../features.ts';
import type { World } from '../world.ts';

/** What a sentence means. */
export interface StepDefinition {
  readonly sentence: RegExp;
  /** @param words groups of the sentence. Throws StepError, or UncheckedError. */
  run(world: World, words: readonly string[], step: Step): Promise<void>;
}

/** Whether `should NOT` stands in the sentence. */
export const isNegated = (word: string | undefined): boolean => word === 'should NOT';
