import type { CategoryCatalog } from '../../src/catalog/definition.ts';
import { COMMON_OPTIONS } from '../../src/catalog/options/common.ts';

export const catalog = {
  category: 'metadata',
  timeLimitSeconds: 10 * 60,
  targets: {
    json: {
      id: 841,
      options: {
        checksums: {
          type: 'boolean',
          default: true,
          description: 'Whether to compute the MD5 and SHA-256 of the input, which reads the whole file.',
        },
        text_statistics: {
          type: 'boolean',
          default: false,
          description:
            'Also counts characters, words and lines of PDFs, office documents, web pages and books, which are converted to text for that. Plain texts are always counted.',
        },
        ...COMMON_OPTIONS,
      },
    },
  },
} as const satisfies CategoryCatalog;
