import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { type Receipt, ReceiptSchema } from '../../src/receipt/schema.ts';
import { PART_EXAMPLES } from '../../src/service/http/openapi/examples/parts.ts';

const text = (): string => `${JSON.stringify(ReceiptSchema, null, 2)}\n`;

/** After a change of a definition: `npx vitest run test/receipt/schema.unit.ts --update`. */
it('the published schema is what the definitions say', async () => {
  await expect(text()).toMatchFileSnapshot('../../docs/schemas/receipt.schema.json');
});

it('is a schema that takes the example, and refuses what is no receipt', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text()));
  const value = PART_EXAMPLES.Receipt.value as Receipt;
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...value, colour: 'red' })).toBe(false);
  expect(validate({ ...value, counts: { pages: { input: 1 } } })).toBe(false);
});
