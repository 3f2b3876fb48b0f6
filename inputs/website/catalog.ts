import type { InputCatalog } from '../../src/catalog/input-catalog.ts';
import { CUSTOM_PAPER_OPTIONS } from '../../src/catalog/options/custom-paper.ts';
import {
  BACKGROUND_OPTIONS,
  PAPER_OPTIONS,
  PRINT_OPTIONS,
  VIEW_OPTIONS,
  WAIT_OPTIONS,
} from '../../src/catalog/options/page.ts';
import {
  CHECK_OPTIONS,
  NETWORK_OPTIONS,
  REQUEST_OPTIONS,
  STATUS_OPTIONS,
} from '../../src/catalog/options/page-requests.ts';

const PAGE_OPTIONS = {
  ...VIEW_OPTIONS,
  ...WAIT_OPTIONS,
  ...REQUEST_OPTIONS,
  ...STATUS_OPTIONS,
  ...CHECK_OPTIONS,
} as const;

export const catalog = {
  engines: {
    screenshot: {
      source: 'either',
      description:
        'The page at the address as a picture (PNG); or an uploaded page: HTML, Markdown, or a zip of a page and its files (index.html).',
      options: {
        full_page: {
          type: 'boolean',
          default: true,
          description:
            'Whether to capture the whole page, or only what a window of screen_width by screen_height shows.',
        },
        selector: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          description:
            'CSS selector of an element: the picture is of the first one alone, whatever full_page says. If none can be seen, the conversion fails.',
          example: '#chart',
        },
        optimize_for_speed: {
          type: 'boolean',
          default: false,
          description: 'Whether to compress the picture quickly: the file is larger, and the pixels are the same.',
        },
        ...BACKGROUND_OPTIONS,
        ...NETWORK_OPTIONS,
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
