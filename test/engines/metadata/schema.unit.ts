import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { MetadataDocument } from '../../../engines/metadata/schema/document.ts';

const text = (): string => `${JSON.stringify(MetadataDocument, null, 2)}\n`;

/** After a change of a definition: `npx vitest run test/engines/metadata/schema.unit.ts --update`. */
it('schema.json is what the definitions say', async () => {
  await expect(text()).toMatchFileSnapshot('../../../engines/metadata/schema.json');
});

it('is a schema, and refuses what is no document', () => {
  const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(JSON.parse(text()));
  const document = { schema_version: 1, file: { name: 'a', size_bytes: 0 }, type: null, warnings: [] };
  expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
  expect(validate({ ...document, colour: 'red' })).toBe(false);
  expect(validate({ ...document, file: { name: 'a', size_bytes: -1 } })).toBe(false);
  expect(validate({ ...document, properties: { created: '1 March 2024' } })).toBe(false);
});

it('describes every member', () => {
  const bare: string[] = [];
  const walk = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties = {}, items } = schema as { properties?: Record<string, object>; items?: object };
    for (const [name, member] of Object.entries(properties)) {
      if (!('description' in member) && !('anyOf' in member)) bare.push(`${path}.${name}`);
      walk(member, `${path}.${name}`);
    }
    walk(items, `${path}[]`);
  };
  walk(JSON.parse(text()), '');
  expect(bare).toEqual([]);
});
