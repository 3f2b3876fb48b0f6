import { beforeAll, describe } from 'vitest';
import { type Installation, productionInstallation } from './product.ts';
import { testProduct } from './suite.ts';

describe('convertd with the production packages alone, as the image has it', () => {
  let installation: Installation;
  beforeAll(async () => {
    installation = await productionInstallation();
  });
  testProduct(() => installation);
});
