import type { OptionDefinitions } from '../../src/catalog/definition.ts';

/** Options for what is taken out of a PDF, or made part of its pages. */
export const CONTENT_OPTIONS = {
  flatten: {
    type: 'string',
    enum: ['forms', 'annotations', 'all'],
    description:
      'Makes form fields, comments and other annotations, or all of them, part of the page content, so that they can no longer be filled in or opened. Links stay links.',
    'x-group': 'clean',
    example: 'forms',
  },
  remove_javascript: {
    type: 'boolean',
    description: 'Removes all scripts: of the document, its pages, fields, links and bookmarks.',
    'x-group': 'clean',
  },
  remove_attachments: {
    type: 'boolean',
    description: 'Removes all attached files, those of pages and comments too.',
    'x-group': 'clean',
  },
  remove_annotations: {
    type: 'boolean',
    description:
      'Removes comments, marks, stamps of reviewers, sound and films. Links and form fields stay; what flatten made part of the pages too.',
    'x-group': 'clean',
  },
  remove_links: {
    type: 'boolean',
    description: 'Removes the links on the pages; their text stays.',
    'x-group': 'clean',
  },
  remove_blank_pages: {
    type: 'boolean',
    description:
      'Removes the pages on which nothing is seen, and names them in a warning. Specks of up to 2 mm, the grain of scanned paper and what shines through it are nothing; so are links and invisible text. Pages with form fields stay. Stamps, rearrange and other options count the pages that are left.',
    'x-group': 'clean',
  },
  remove_bookmarks: {
    type: 'boolean',
    description: 'Removes the bookmarks, after split has used them.',
    'x-group': 'clean',
  },
  remove_metadata: {
    type: 'boolean',
    description:
      'Removes title, author, dates, programs and all other metadata of the document, its pages, pictures and comments, such as the place where a photo was taken. patch can write new ones; with pdf_a those stay that PDF/A needs.',
    'x-group': 'clean',
  },
} as const satisfies OptionDefinitions;
