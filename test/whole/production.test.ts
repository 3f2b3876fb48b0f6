import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { dataFolder, type Installation, makeProductionTree } from './product.ts';
import { testProduct } from './suite.ts';

describe('convertd with the production packages alone, as the image has it', () => {
  let installation: Installation;
  let remove = async () => {};
  beforeAll(async () => {
    const folder = await dataFolder();
    remove = folder.remove;
    installation = await makeProductionTree(join(folder.path, 'image'));
  });
  afterAll(() => remove());
  testProduct(() => installation);
});
