import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Scores of one case, 0 to 1 each, by what was looked at; null: there was nothing of the kind. */
export type Scores = Readonly<Record<string, number | null>>;

/** Result of one case. */
export interface Scored {
  readonly scores: Scores;
  /** What is missing or should not be there, for the reader. */
  readonly wrong?: readonly string[];
}

/** One input with its expected result. */
export interface Case {
  /** Path of the input. */
  readonly input: string;
  /** Cases whose scores are shown together. */
  readonly group: string;
  /** Converts the input, and compares what was made with what was expected. */
  score(): Promise<Scored>;
}

/** Converts a file; returns the outputs' paths. Throws Error if it cannot be converted. */
export type Convert = (input: string, target: string, options: Readonly<Record<string, unknown>>) => Promise<string[]>;

/** Finds the cases of one kind among the files of a folder. */
export type Measure = (files: ReadonlySet<string>, convert: Convert) => Promise<Case[]>;

/** Returns the paths of all files below a folder. */
export async function filesIn(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Set(files.sort());
}

/** Returns the mean of scores, leaving out what a case has none of. */
export function means(all: readonly Scores[]): Scores {
  const names = [...new Set(all.flatMap((scores) => Object.keys(scores)))];
  return Object.fromEntries(
    names.map((name) => {
      const known = all.map((scores) => scores[name] ?? null).filter((score) => score !== null);
      return [name, known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length];
    }),
  );
}
