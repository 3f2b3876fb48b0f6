import { COMMON_OPTIONS } from '../../src/catalog/common.ts';
import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';

const ENCRYPTION = {
  encrypt_password: {
    type: 'string',
    writeOnly: true,
    description: 'Encrypts the archive with this password. Left out or empty: no encryption.',
  },
} as const satisfies OptionDefinitions;

export const catalog = {
  category: 'archive',
  timeLimitSeconds: 25 * 60,
  aliases: { '7zip': '7z', bzip2: 'bz2', gzip: 'gz' },
  targets: {
    '7z': { id: 101, options: { ...ENCRYPTION, ...COMMON_OPTIONS } },
    bz2: { id: 102, options: COMMON_OPTIONS },
    gz: { id: 103, options: COMMON_OPTIONS },
    zip: { id: 104, options: { ...ENCRYPTION, ...COMMON_OPTIONS } },
  },
} as const satisfies CategoryCatalog;
