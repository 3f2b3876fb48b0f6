import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AstBuilder, compile, GherkinClassicTokenMatcher, Parser } from '@cucumber/gherkin';
import { IdGenerator, type Pickle, type PickleStep } from '@cucumber/messages';

/** A step of a scenario: its sentence, and the table or the text below it. */
export interface Step {
  readonly text: string;
  /** Cells by row; empty if there is no table. */
  readonly table: readonly (readonly string[])[];
  readonly docString: string;
}

export interface Scenario {
  /** Name of its file without the extension: `pdfengines_merge`. */
  readonly feature: string;
  readonly line: number;
  readonly name: string;
  readonly steps: readonly Step[];
}

/** Which scenarios to read: all of a feature, or the one that begins at or before a line. */
interface Wanted {
  readonly feature: string;
  readonly line: number | null;
}

/**
 * Reads the scenarios of `FOLDER/features`, in the order of their files.
 * @param names `pdfengines_merge` or `pdfengines_merge:12`; none means all
 */
export async function readScenarios(folder: string, names: readonly string[] = []): Promise<Scenario[]> {
  const features = join(folder, 'features');
  const files = (await readdir(features)).filter((name) => name.endsWith('.feature')).sort();
  const scenarios: Scenario[] = [];
  for (const file of files) {
    const text = await readFile(join(features, file), 'utf8');
    scenarios.push(...parseFeature(file.replace(/\.feature$/, ''), text));
  }
  if (names.length === 0) return scenarios;
  const wanted = names.map(parseName);
  const unknown = wanted.find(({ feature }) => !scenarios.some((scenario) => scenario.feature === feature));
  if (unknown !== undefined) throw new Error(`There is no feature ${unknown.feature} in ${features}.`);
  return scenarios.filter((scenario) => wanted.some((each) => isWanted(each, scenario, scenarios)));
}

/** Returns the scenarios of a feature file. Throws an error with the line where its syntax is wrong. */
export function parseFeature(feature: string, text: string): Scenario[] {
  const newId = IdGenerator.incrementing();
  const document = new Parser(new AstBuilder(newId), new GherkinClassicTokenMatcher()).parse(text);
  return compile(document, `${feature}.feature`, newId).map((pickle: Pickle) => ({
    feature,
    line: pickle.location?.line ?? 0,
    name: pickle.name,
    steps: pickle.steps.map(stepOf),
  }));
}

function stepOf({ text, argument }: PickleStep): Step {
  const table = argument?.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? [];
  return { text, table, docString: argument?.docString?.content ?? '' };
}

function parseName(name: string): Wanted {
  const [, feature = name, line] = /^(?:.*\/)?([^/:]+?)(?:\.feature)?(?::(\d+))?$/.exec(name) ?? [];
  return { feature, line: line === undefined ? null : Number(line) };
}

function isWanted({ feature, line }: Wanted, scenario: Scenario, all: readonly Scenario[]): boolean {
  if (feature !== scenario.feature) return false;
  if (line === null) return true;
  const begun = all.filter((each) => each.feature === feature && each.line <= line);
  return begun.at(-1) === scenario;
}
