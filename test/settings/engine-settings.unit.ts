import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/support.ts';
import { settingsRead } from '../deploy/settings-read.ts';

/** How engines, inputs and tools name a variable that they read: `env: 'NAME'` for a program, `env.NAME`, or a constant with the name. */
const READS = [
  /\b(?:env|variable): '([A-Z][A-Z0-9_]+)'/g,
  /\benv\.([A-Z][A-Z0-9_]+)/g,
  /'([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)*_(?:BIN|MODELS|PREFIX|GENERIC|PEOPLE))'/g,
];

/** Variables of the system, which nobody sets for convertd. */
const OF_THE_SYSTEM = ['PATH'];

it('the catalogs name every variable that engines and tools read', async () => {
  const read = new Set<string>();
  for await (const file of glob(['{engines,inputs,tools}/**/*.ts'], { cwd: ROOT })) {
    const source = await readFile(join(ROOT, file), 'utf8');
    for (const form of READS) for (const [, name = ''] of source.matchAll(form)) read.add(name);
  }
  const known = settingsRead();
  expect([...read].filter((name) => !known.has(name) && !OF_THE_SYSTEM.includes(name))).toEqual([]);
  expect([...read]).toEqual(
    expect.arrayContaining(['FFMPEG_BIN', 'SPEECH_MODELS', 'COLORIZE_MODEL_GENERIC', 'TESSDATA_PREFIX']),
  );
});
