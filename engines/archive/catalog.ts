import type { CategoryCatalog, OptionDefinitions } from '../../src/catalog/definition.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';
import { FILENAME_ENCODING } from '../../src/catalog/options/filename-encoding.ts';
import { conflict, has, noEffect } from '../../src/catalog/rules.ts';

const ENCRYPTION = {
  encrypt_password: {
    type: 'string',
    writeOnly: true,
    description: 'Encrypts the archive with this password. Left out or empty: no encryption.',
    'x-group': 'protection',
    'x-order': 250,
  },
} as const satisfies OptionDefinitions;

const ENCRYPTED_NAMES = {
  encrypt_names: {
    type: 'boolean',
    default: true,
    description:
      'Whether encrypt_password also encrypts the names in the archive. Without it anyone who has the file can list them.',
    'x-group': 'protection',
  },
} as const satisfies OptionDefinitions;

const VOLUMES = {
  volume_size: {
    type: 'string',
    pattern: '^(?=.*[1-9])[0-9]{1,10}(?:\\.[0-9]{1,3})? ?(?:[kKmMgG][iI]?)?[bB]?$',
    format: 'file-size',
    description:
      'Splits the archive into volumes of this size, each a separate output: bytes, 65536 at least, or a number with KB, MB (thousands) or KiB, MiB (1024). At most 999 volumes are made.',
    example: '100MB',
  },
} as const satisfies OptionDefinitions;

const LEVEL = {
  compression_level: {
    type: 'string',
    enum: ['low', 'medium', 'high'],
    default: 'medium',
    description: 'How small the file becomes: low is faster than medium, high takes several times as long.',
    'x-order': 240,
  },
} as const satisfies OptionDefinitions;

/** 7-Zip's Deflate has no level faster than that of `medium`. */
const ZIP_LEVEL = {
  compression_level: { ...LEVEL.compression_level, enum: ['medium', 'high'] },
} as const satisfies OptionDefinitions;

const COMMON = { ...FILENAME_ENCODING, ...COMMON_OPTIONS } as const;
const COMPRESSED = { ...LEVEL, ...COMMON } as const;

/** Names of targets have no dots: `tgz` stands for `tar.gz`. */
export const catalog = {
  category: 'archive',
  timeLimitSeconds: 25 * 60,
  aliases: {
    '7zip': '7z',
    bzip2: 'bz2',
    gzip: 'gz',
    zstd: 'zst',
    zstandard: 'zst',
    taz: 'tgz',
    tbz: 'tbz2',
    tzstd: 'tzst',
  },
  targets: {
    '7z': { id: 101, options: { ...ENCRYPTION, ...ENCRYPTED_NAMES, ...VOLUMES, ...COMPRESSED } },
    bz2: { id: 102, options: COMMON },
    gz: { id: 103, options: COMPRESSED },
    zip: { id: 104, options: { ...ENCRYPTION, ...VOLUMES, ...ZIP_LEVEL, ...COMMON } },
    cbz: { id: 105, options: { ...ZIP_LEVEL, ...COMMON } },
    tar: { id: 106, options: COMMON },
    tbz2: { id: 107, options: COMMON },
    tgz: { id: 108, options: COMPRESSED },
    txz: { id: 109, options: COMPRESSED },
    tzst: { id: 110, options: COMPRESSED },
    xz: { id: 111, options: COMPRESSED },
    zst: { id: 112, options: COMPRESSED },
  },
  rules: [
    {
      options: ['encrypt_names', 'encrypt_password'],
      text: 'encrypt_names is used only with encrypt_password.',
      check: (given) =>
        has(given, 'encrypt_names') && (given.encrypt_password ?? '') === ''
          ? [noEffect('encrypt_names', 'it is used only with encrypt_password')]
          : [],
    },
    {
      options: ['volume_size', 'allow_multiple_outputs'],
      text: 'With volume_size, allow_multiple_outputs is true: one file of all volumes is what volume_size is to prevent.',
      check: (given) =>
        has(given, 'volume_size') && given.allow_multiple_outputs === false
          ? [conflict(['volume_size', 'allow_multiple_outputs'], 'each volume is an output of its own')]
          : [],
    },
  ],
  dependentDefaults: (_target, given) => (has(given, 'volume_size') ? { allow_multiple_outputs: true } : {}),
} as const satisfies CategoryCatalog;
