import type { OptionDefinitions } from '../definition.ts';
import { COOKIE_NAME_PATTERN, COOKIE_VALUE_PATTERN, URL_PATH_PATTERN } from '../grammar/web.ts';

/** Whether a page that is a file has a network. */
export const NETWORK_OPTIONS = {
  allow_network: {
    type: 'boolean',
    default: false,
    description:
      'Whether an uploaded page may load resources from public web addresses. Otherwise it can load only its own files.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
} as const satisfies OptionDefinitions;

/** What is sent with the requests of a page. */
export const REQUEST_OPTIONS = {
  user_agent: {
    type: 'string',
    minLength: 1,
    maxLength: 512,
    pattern: '^[ -~]+$',
    format: 'printable-ascii',
    description: 'User agent that the browser sends. Left out: that of Chromium.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: 'ExampleBot/1.0 (+https://example.com/bot)',
  },
  cookies: {
    type: 'array',
    maxItems: 100,
    writeOnly: true,
    description:
      'Cookies that the browser has at the start. Without domain: for the host of the address alone, or of an uploaded page, which only its scripts see.',
    'x-group': 'web',
    'x-inputs': ['text'],
    items: {
      type: 'object',
      required: ['name', 'value'],
      properties: {
        name: {
          type: 'string',
          minLength: 1,
          maxLength: 256,
          pattern: COOKIE_NAME_PATTERN,
          format: 'cookie-name',
          description: 'Name of the cookie.',
        },
        value: {
          type: 'string',
          maxLength: 4096,
          pattern: COOKIE_VALUE_PATTERN,
          format: 'cookie-value',
          writeOnly: true,
          description: 'Value of the cookie.',
        },
        domain: {
          type: 'string',
          minLength: 1,
          maxLength: 253,
          description: 'Host it is sent to; with a dot before it, also those below.',
        },
        path: {
          type: 'string',
          minLength: 1,
          maxLength: 1000,
          pattern: URL_PATH_PATTERN,
          format: 'url-path',
          description: 'Path that it is sent to, and those below; / without it.',
        },
        secure: { type: 'boolean', description: 'Whether it is sent over https alone.' },
        http_only: { type: 'boolean', description: 'Whether the scripts of the page do not see it.' },
        same_site: {
          type: 'string',
          enum: ['strict', 'lax', 'none'],
          description: 'Whether it goes with requests that pages of other sites cause; none needs secure.',
        },
      },
    },
    example: [{ name: 'session', value: '0123456789abcdef' }],
  },
  headers: {
    type: 'object',
    writeOnly: true,
    description:
      'Further headers of requests: an object of name: value. They go to the origin of the address, not to others; those of an uploaded page, which has none, to every address. A value can also be {value, scope}: the header then goes to the addresses that the regular expression scope matches, and to no others. They do not follow a redirect.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: { Authorization: 'Bearer 0123456789abcdef' },
  },
} as const satisfies OptionDefinitions;

const STATUSES = {
  type: 'array',
  maxItems: 100,
  items: { type: 'integer', minimum: 100, maximum: 599 },
  'x-group': 'web',
  'x-inputs': ['text'],
} as const;

const ALL_OF = '499 stands for 400 to 499, 599 for 500 to 599, and so on.';

/** Statuses of a web page itself that are errors. */
export const STATUS_OPTIONS = {
  fail_on_status: {
    ...STATUSES,
    description: `HTTP statuses of the page itself with which the conversion fails; with others, what the server sent is converted. ${ALL_OF} Left out: 499 and 599.`,
    example: [401, 403, 599],
  },
} as const satisfies OptionDefinitions;

/** What of the page's resources and scripts makes a conversion fail, which is otherwise left out of the result. */
export const CHECK_OPTIONS = {
  fail_on_resource_status: {
    ...STATUSES,
    description: `HTTP statuses of the resources of the page, such as its pictures and style sheets, with which the conversion fails. ${ALL_OF}`,
    example: [499, 599],
  },
  ignore_resource_status_hosts: {
    type: 'array',
    maxItems: 100,
    items: { type: 'string', minLength: 1, maxLength: 300 },
    description: 'Hosts, with those below them, whose resources fail_on_resource_status leaves out of account.',
    'x-group': 'web',
    'x-inputs': ['text'],
    example: ['cdn.example.com'],
  },
  fail_on_resource_error: {
    type: 'boolean',
    default: false,
    description:
      'Whether the conversion fails if a resource of the page cannot be loaded: its server cannot be reached, its address is refused, or the file did not come with the page.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
  fail_on_console_errors: {
    type: 'boolean',
    default: false,
    description: 'Whether the conversion fails if a script of the page ends with an error that nothing catches.',
    'x-group': 'web',
    'x-inputs': ['text'],
  },
} as const satisfies OptionDefinitions;
