import type { InputCatalog } from '../../src/catalog/input-catalog.ts';
import { FILENAME_ENCODING } from '../../src/catalog/options/filename-encoding.ts';

export const catalog = {
  engines: {
    zip: {
      source: 'file',
      description: 'Every file in the archive at the source, as an input of its own.',
      options: {
        include: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          description:
            'Which files are taken: patterns separated by commas, of which one must match. * stands for any characters, ? for one, neither for a slash; ** for any folders. A pattern without a slash is about the name of a file, any other about its path. Case-insensitive. Left out: all files.',
          example: '*.jpg, *.png',
        },
        exclude: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          description: 'Which of these files are left out: patterns as in include.',
          example: 'drafts/**, *.bak',
        },
        ...FILENAME_ENCODING,
        archive_password: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          writeOnly: true,
          description:
            'Opens the archive where its files have a password of their own, which is then the decrypt_password of the input. Left out: decrypt_password opens the archive, or where that is not encrypted, the files in it.',
        },
      },
    },
  },
} as const satisfies InputCatalog;
