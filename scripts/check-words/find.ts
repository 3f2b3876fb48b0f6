import type { Prose } from './extract.ts';
import { HABITS, type Habit } from './words.ts';

/** A habit at a place. */
export interface Finding {
  readonly line: number;
  /** Words as in the text. */
  readonly words: string;
  readonly habit: Habit;
}

/** Returns the habits in the prose of a file, at most one of each kind a line. */
export const findHabits = (prose: readonly Prose[], habits: readonly Habit[] = HABITS): Finding[] =>
  prose.flatMap(({ line, text }) =>
    habits.flatMap((habit) => {
      const words = habit.pattern.exec(text)?.[0];
      return words === undefined ? [] : [{ line, words, habit }];
    }),
  );
