import { writeFile } from 'node:fs/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeImagePools } from '../../../../engines/image/pools.ts';
import { makeScratchFolder, ScratchFolder } from '../../../support/engine-context.ts';
import { patience } from '../../../support/slowness.ts';
import { expectRefused, type GoodPicture, goodPicture } from './good-picture.ts';
import { BOMBS, HEAVY } from './svgs.ts';
import { convertPicture } from './task.ts';

const SECONDS = 5;
/** Of the control, which never waits for the end. */
const PATIENCE_MS = patience(8000);

let scratch: ScratchFolder;
let good: GoodPicture;
beforeAll(async () => {
  scratch = new ScratchFolder(await makeScratchFolder('svg-bombs'));
  good = await goodPicture(scratch.folder);
});
afterAll(async () => {
  await closeImagePools();
  await scratch.remove();
});

async function save(name: string, content: string): Promise<string> {
  const path = scratch.path(`${name.replaceAll(/\W+/g, '-')}.svg`);
  await writeFile(path, content);
  return path;
}

describe('SVGs that take more than they say', () => {
  it.each(Object.keys(HEAVY))('%s: a documented error within the time limit', async (name) => {
    const path = await save(name, HEAVY[name] ?? '');
    const told = await convertPicture(path, 'png', scratch.folder, { seconds: SECONDS });
    expectRefused(told, ['conversion_timeout', 'limit_memory', 'input_damaged']);
    await good.expectUnharmed();
  });

  it.each(['turbulence', 'lighting'])(
    "control: bare sharp with sharp's own limit of a second works on at %s",
    async (name) => {
      const path = await save(name, HEAVY[name] ?? '');
      const code = `import sharp from 'sharp'; await sharp(process.argv[1], { unlimited: true }).timeout({ seconds: 1 }).raw().toBuffer()`;
      const { timedOut } = await execa(process.execPath, ['--input-type=module', '-e', code, path], {
        timeout: PATIENCE_MS,
        killSignal: 'SIGKILL',
        reject: false,
      });
      expect(timedOut).toBe(true);
    },
  );

  it.each(Object.keys(BOMBS))('%s: refused, or drawn, within the time limit', async (name) => {
    const path = await save(name, BOMBS[name] ?? '');
    const told = await convertPicture(path, 'png', scratch.folder, { seconds: SECONDS });
    const codes = ['input_bomb', 'input_damaged', 'input_wrong_type', 'conversion_timeout', 'limit_memory'];
    if (told.code !== null) expectRefused(told, codes);
    await good.expectUnharmed();
  });
});
