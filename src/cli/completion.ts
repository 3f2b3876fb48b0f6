import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';
import { listCategories, listEntries } from '../catalog/index.ts';
import { inputEngines } from '../catalog/input-catalog.ts';
import { WORDS } from '../catalog/vocabulary.ts';

type Complete = (value: string, description: string) => void;

/**
 * Adds `completion SHELL`, which prints the script of a shell, and `complete`, which that script calls. Commands and options come from the
 * program, targets and input engines from the catalog; all other words are files.
 */
export function addCompletion(program: Command): void {
  const root = tab(program, { completionCommandName: 'completion' });
  completeFilesElsewhere(root);
  for (const name of ['convert', 'watch']) {
    const command = root.commands.get(name);
    const [to, engine] = [command?.options.get('to'), command?.options.get('engine')];
    if (to !== undefined) to.handler = completeTargets;
    if (engine !== undefined) engine.handler = completeEngines;
  }
  const words = root.commands.get('catalog')?.arguments.get('words');
  if (words !== undefined) words.handler = completeCatalog;
}

/** Last line of an answer: tells the shell what it may add. 0: names of files. */
const NAMES_OF_FILES = ':0';

/** Allows file names for every word without a suggestion; the package always forbids them. */
function completeFilesElsewhere(root: { parse(words: string[]): void }): void {
  const parse = root.parse.bind(root);
  root.parse = (words) => {
    const lines: unknown[] = [];
    const { log } = console;
    console.log = (line: unknown) => void lines.push(line);
    try {
      parse(words);
    } finally {
      console.log = log;
    }
    for (const line of lines.length === 1 ? [NAMES_OF_FILES] : lines) log(line);
  };
}

function completeTargets(complete: Complete): void {
  const categories = Map.groupBy(listEntries(), ({ target }) => target);
  for (const [target, entries] of categories) complete(target, entries.map(({ category }) => category).join(', '));
  for (const { word, target } of WORDS) complete(word, target);
}

function completeEngines(complete: Complete): void {
  for (const { name, description } of inputEngines().values()) complete(name, description);
}

function completeCatalog(complete: Complete): void {
  for (const category of listCategories()) complete(category, 'category');
  completeTargets(complete);
  complete('input', 'ways to read an input');
}
