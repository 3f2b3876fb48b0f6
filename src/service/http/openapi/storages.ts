import type { CloudFieldDefinition } from '../../../files/cloud/contract.ts';
import { STORAGES, type StorageName } from '../../../files/cloud/providers.ts';

type Fields = Readonly<Record<string, CloudFieldDefinition>>;

/** Returns the fields that each storage needs as a Markdown table, made from its checks. */
export function storageTable(names: readonly StorageName[]): string {
  const rows = names.map((name) => {
    const { title, parameters, credentials } = STORAGES[name];
    return `| \`${name}\` | ${title} | ${fieldList(parameters)} | ${fieldList(credentials)} |`;
  });
  return ['| storage | | `parameters` | `credentials` |', '|---|---|---|---|', ...rows].join('\n');
}

const fieldList = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, { description, required }]) => `\`${name}\`${required ? '' : ' (optional)'}: ${description}`)
    .join('; ');
