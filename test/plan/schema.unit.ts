import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { PlanSchema } from '../../src/plan/schema.ts';

const text = (): string => `${JSON.stringify(PlanSchema, null, 2)}\n`;

/** After a change of a definition: `npx vitest run test/plan/schema.unit.ts --update`. */
it('the published schema is what the definitions say', async () => {
  await expect(text()).toMatchFileSnapshot('../../docs/schemas/plan.schema.json');
});

it('is a schema that refuses what is no plan', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text()));
  expect(validate({ plan_version: 1 })).toBe(false);
});
