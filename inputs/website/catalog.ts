import type { InputCatalog } from '../../src/catalog/input-catalog.ts';
import { CUSTOM_PAPER_OPTIONS } from '../../src/catalog/options/custom-paper.ts';
import {
  PAPER_OPTIONS,
  PRINT_OPTIONS,
  REQUEST_OPTIONS,
  VIEW_OPTIONS,
  WAIT_OPTIONS,
} from '../../src/catalog/options/page.ts';

const PAGE_OPTIONS = { ...VIEW_OPTIONS, ...WAIT_OPTIONS, ...REQUEST_OPTIONS } as const;

export const catalog = {
  engines: {
    screenshot: {
      source: 'address',
      description: 'The page at the address as a picture (PNG).',
      options: {
        full_page: {
          type: 'boolean',
          default: true,
          description:
            'Whether to capture the whole page, or only what a window of screen_width by screen_height shows.',
        },
        ...PAGE_OPTIONS,
      },
    },
    screenshot_pdf: {
      source: 'address',
      description: 'The page at the address as a PDF.',
      options: { ...PAPER_OPTIONS, ...CUSTOM_PAPER_OPTIONS, ...PRINT_OPTIONS, ...PAGE_OPTIONS },
    },
    website: {
      source: 'address',
      description:
        'The page at the address with what it shows, as a zip: index.html as it is after its scripts have run, and its styles, pictures, frames, fonts, sounds and films.',
      options: PAGE_OPTIONS,
    },
  },
} as const satisfies InputCatalog;
