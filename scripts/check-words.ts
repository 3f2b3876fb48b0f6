/**
 * Part of `npm run check`: looks for the worst wording habits (words.ts) in documentation, catalog descriptions, messages and comments.
 * Prints each with its place, the reason and a better wording, and exits with 1 if it finds one.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOurs, proseOf } from './check-words/extract.ts';
import { findHabits } from './check-words/find.ts';

const ROOT = join(import.meta.dirname, '..');
const FILES = '{*.md,.github/**/*.md,{bin,deploy,docs,engines,inputs,scripts,src,tools}/**/*.{ts,js,mjs,py,md}}';

let found = 0;
for (const file of globSync(FILES, { cwd: ROOT, exclude: ['**/node_modules'] })
  .filter(isOurs)
  .sort()) {
  for (const { line, words, habit } of findHabits(proseOf(file, readFileSync(join(ROOT, file), 'utf8')))) {
    found++;
    console.error(`${file}:${line}: "${words}" (${habit.why}): ${habit.instead}`);
  }
}
if (found > 0) {
  console.error(`check-words found ${found} of the habits that CONTRIBUTING.md (Style and words) advises against.`);
  process.exitCode = 1;
}
