/** `npm run golden [-- --update] [-- case…]`: runs the golden cases, shows differences, and with --update stores them as expected. */
import { parseArgs } from 'node:util';
import { compareCases, listCases, readExpectation, runCase, writeExpectation } from '../test/golden/golden.ts';

const { values, positionals } = parseArgs({
  options: { update: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const all = await listCases();
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  console.error(`no such case: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}

let changed = 0;
for (const name of positionals.length > 0 ? positionals : all) {
  const actual = await runCase(name);
  const expected = await readExpectation(name);
  const differences = expected === null ? ['new case'] : compareCases(expected, actual);
  console.log(`${differences.length === 0 ? 'same   ' : values.update ? 'updated' : 'differs'} ${name}`);
  for (const line of differences) console.log(`        ${line}`);
  if (differences.length > 0) changed += 1;
  if (differences.length > 0 && values.update) await writeExpectation(name, actual);
}
console.log(
  changed === 0
    ? 'all as expected'
    : `${changed} ${values.update ? 'updated: look at the change before you commit it' : 'differ'}`,
);
process.exitCode = changed > 0 && !values.update ? 1 : 0;
