import { fileURLToPath } from 'node:url';
import { parseAllowList } from '../files/fetch/address-guard.ts';
import { parseS3Url } from '../files/s3/s3-location.ts';
import { parseStoreLocation } from '../files/stores/store-location.ts';
import {
  checked,
  choice,
  delays,
  list,
  listOf,
  portNumber,
  seconds,
  text,
  wholeNumber,
  wholeNumberOrNone,
  wrong,
} from './kinds.ts';
import { TRACING } from './tracing.ts';

/*
 * All settings of convertd itself, by the commands that read them. docs/configuration.md and `convertd config` are generated from these;
 * engines list theirs in their catalogs.
 */

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const GIBIBYTE = 1024 ** 3;
const MEBIBYTE = 1024 ** 2;

/** Accepts a folder, its URL or `s3://bucket/prefix`. Errors must show at the start, not with the first task. */
function storeLocation(location: string): string {
  try {
    parseStoreLocation(location);
    return location;
  } catch (error) {
    throw new Error(`names no store: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

function source(location: string): string {
  if (isFileUrl(location) || (location.startsWith('s3://') && parseS3Url(location).ok)) return location;
  throw wrong('file:///folder/ or s3://bucket/prefix/, separated by commas', location);
}

function isFileUrl(location: string): boolean {
  try {
    return location.startsWith('file:///') && fileURLToPath(location) !== '';
  } catch {
    return false;
  }
}

/** The message does not repeat the URL, because it contains a password. */
function brokerUrl(url: string): string {
  const scheme = URL.canParse(url) ? new URL(url).protocol : null;
  if (scheme === 'amqp:' || scheme === 'amqps:') return url;
  throw new Error('must be a URL of the form amqp://user:password@host:5672/vhost, or amqps:// for TLS');
}

function publicUrl(url: string): string {
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url.replace(/\/+$/, '');
  throw wrong('the http:// or https:// URL that clients use', url);
}

function origin(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text) return text;
  throw wrong('origins such as https://app.example.com, without a path, separated by commas', text);
}

function pageName(name: string): string {
  if (/^[^\p{C}]{1,60}$/u.test(name.trim())) return name.trim();
  throw wrong('a name of at most 60 characters', name);
}

function colour(hex: string): string {
  if (/^#[0-9a-f]{6}$/i.test(hex)) return hex.toLowerCase();
  throw wrong('a colour such as #0a6c74', hex);
}

function headerAlias(prefix: string): string {
  if (/^[a-z0-9-]+$/i.test(prefix)) return prefix.toLowerCase();
  throw wrong('prefixes such as X-Other, separated by commas', prefix);
}

function allowList(addresses: string): string {
  parseAllowList(addresses);
  return addresses;
}

/** Read by the commands that convert. */
export const CONVERSION = {
  CONCURRENCY: wholeNumber({
    meaning: 'number of concurrent tasks',
    fallback: null,
    shown: 'number of cores',
    flags: '`worker --concurrency`',
  }),
  MAX_INPUT_SIZE: wholeNumber({
    meaning: 'maximum size of one input, in bytes',
    fallback: 20 * GIBIBYTE,
    shown: '20 GiB',
  }),
  ALLOWED_ADDRESSES: checked(allowList)({
    meaning: 'private addresses that inputs may come from, separated by commas: `10.1.0.0/16, files.internal:8080`',
    fallback: '',
    shown: 'none',
  }),
  PRESETS: text({
    meaning: 'JSON file of presets, which replace the built-in everyday presets',
    fallback: null,
    flags: '`--presets`',
  }),
};

/** Read by `convertd run`, `convertd convert` and `convertd mcp`. */
export const LOCAL = {
  DATA_DIR: text({
    meaning: 'work folder; each task gets a folder in `work/`',
    fallback: null,
    shown: 'the temporary folder',
  }),
  OUTPUT_STORE: text({
    meaning:
      'folder or `s3://bucket/prefix` for outputs; `output.store` of a task takes precedence, and `mcp` ignores it',
    fallback: null,
    shown: 'the current folder',
    flags: '`--output`',
  }),
  // Less than the 30 minutes after which RabbitMQ takes an unacknowledged task away (consumer_timeout).
  TASK_TIMEOUT: seconds(1)({ meaning: 'time limit of a task, in seconds', fallback: 25 * 60, flags: '`--timeout`' }),
};

/** Read by `convertd convert`. */
export const CONVERT = {
  DECRYPT_PASSWORD: text({
    meaning: 'the password that opens locked inputs',
    fallback: null,
    shown: 'none: a terminal prompts for it',
    isSecret: true,
    flags: '`--password-file`',
  }),
  AGENT: choice(['use', 'auto', 'off'])({
    meaning:
      'the process that keeps engines warm between commands: `use` it if it runs (`convertd agent`), also start it (`auto`), or do not use it (`off`)',
    fallback: 'use',
    page: 'docs/command-line.md#a-warm-command-line',
  }),
  AGENT_IDLE: seconds(1)({ meaning: 'seconds without a command after which `convertd agent` ends', fallback: 600 }),
};

function longKey(key: string): string {
  if (/^[\x21-\x7e]{24,}$/.test(key)) return key;
  throw new Error('must be at least 24 printable characters without spaces (`openssl rand -hex 32` makes a key)');
}

/** Read by `convertd mcp`, besides LOCAL. */
export const MCP = {
  MCP_KEY: checked(longKey)({
    meaning: 'the key that clients send over HTTP as `Authorization: Bearer …`; at least 24 characters',
    fallback: null,
    shown: 'none: HTTP is disabled; standard input and output need no key',
    isSecret: true,
    page: 'docs/mcp.md#over-http',
  }),
  MCP_ALLOWED_HOSTS: list({
    meaning: 'host names that clients use for `mcp --http`, without ports, separated by commas',
    fallback: [],
    shown: '`localhost`, `127.0.0.1`, `[::1]`, and the address of `--http`',
  }),
};

/** Time in the broker's timeout for everything except the task itself: waiting for a slot, storing and reporting, seconds. */
export const MARGIN_SECONDS = 120;

/** Read by `convertd worker` and `convertd serve`. */
export const DAEMON = {
  DATA_DIR: text({ meaning: 'folder for work and for persistent data', fallback: 'convertd-data' }),
  OUTPUT_STORE: checked(storeLocation)({
    meaning: 'folder or `s3://bucket/prefix` for outputs; all workers of a broker need the same one',
    fallback: null,
    shown: '`DATA_DIR/outputs`',
    flags: '`worker --output-store`',
  }),
  ALLOWED_STORES: listOf(storeLocation)({
    meaning: 'additional stores that a task may name, separated by commas',
    fallback: [],
    shown: 'none',
  }),
  ALLOWED_SOURCES: listOf(source)({
    meaning: '`file:///folder/` and `s3://bucket/prefix/` locations that inputs may come from, separated by commas',
    fallback: [],
    shown: 'none',
  }),
  WARM_UP: list({
    meaning:
      'categories whose engines are started in advance (LibreOffice for `document`, calibre for `ebook`), separated by commas',
    fallback: [],
    shown: 'none: they start at the second task',
  }),
  TASK_TIMEOUT: seconds(1)({
    meaning: 'time limit of a task, in seconds, for all categories or for one; waiting does not count',
    family: '`TASK_TIMEOUT_AUDIO`, …',
    fallback: null,
    shown: 'the limit in the catalog of the category; `convertd config` shows it',
  }),
  CONSUMER_TIMEOUT: seconds(MARGIN_SECONDS + 1)({
    // RabbitMQ closes the channel of a consumer that holds a delivery for longer.
    meaning: 'seconds for which the broker lets a worker hold a task (its `consumer_timeout`)',
    fallback: 30 * 60,
  }),
  RETRY_DELAYS: delays({
    meaning: 'seconds before each retry after a temporary error, separated by commas; empty: no retries',
    fallback: [5000, 30_000, 120_000, 600_000],
  }),
  SHUTDOWN_GRACE: seconds(1)({ meaning: 'seconds in which running tasks may finish after SIGTERM', fallback: 25 }),
  HOST: text({
    meaning: 'address on which a worker serves health and metrics, and `serve` serves the job service',
    fallback: '127.0.0.1',
    flags: '`serve --host`',
  }),
  PORT: portNumber({ meaning: 'port on that address; 0: any free port', fallback: 8080, flags: '`--port`' }),
  METRICS_PORT: portNumber({
    meaning: 'separate port for `/metrics`',
    fallback: null,
    shown: 'none: a worker serves metrics on `PORT`, a service serves none',
    page: 'docs/operations.md#metrics',
  }),
  // Loopback even if HOST is a public address.
  METRICS_HOST: text({ meaning: 'address of `METRICS_PORT`', fallback: '127.0.0.1' }),
  LOG_LEVEL: choice(LOG_LEVELS)({
    meaning: `lowest level that is logged: ${LOG_LEVELS.map((each) => `\`${each}\``).join(', ')}`,
    fallback: 'info',
  }),
  ...TRACING,
};

/** Also read by `convertd submit` and `convertd cancel`. */
export const BROKER = {
  AMQP_URL: checked(brokerUrl)({
    meaning:
      'the broker, `amqp://` or `amqps://`; unlike the flag, the variable keeps the password out of the process list',
    fallback: null,
    shown: 'none: `serve` runs the tasks itself; required for a worker',
    hasPassword: true,
    flags: '`worker --amqp-url`',
  }),
};

/** Returns the broker's URL. Throws Error if none is set. */
export function requireBroker({ AMQP_URL }: { readonly AMQP_URL: string | null }): string {
  if (AMQP_URL !== null) return AMQP_URL;
  throw new Error('AMQP_URL is not set: give the broker as amqp://user:password@host:5672/vhost');
}

/** Read by `convertd worker`. */
export const WORKER = {
  MAX_MESSAGE_SIZE: wholeNumber({
    meaning: 'maximum size of a task message, in bytes',
    fallback: 16 * MEBIBYTE,
    shown: '16 MiB',
  }),
};

/** Up to 10 retries (docs/interface.md, Webhooks). These take 16 hours, because the outputs of the job are available for 24. */
const CALLBACK_DELAYS = [10, 30, 60, 300, 900, 1800, 3600, 7200, 14_400, 28_800].map((each) => each * 1000);

/** Read by `convertd serve`, `keys`, `backup` and `restore`. */
export const SERVICE = {
  DATABASE_URL: text({
    meaning: '`postgres://user:password@host/database`',
    fallback: null,
    shown: 'SQLite in `DATA_DIR`',
    hasPassword: true,
  }),
  PUBLIC_URL: checked(publicUrl)({
    meaning: 'base URL of the links that clients get; set it if others use the service',
    fallback: null,
    shown: 'the host that each client requests',
    flags: '`--public-url`',
    page: 'src/service/README.md#links',
  }),
  CORS_ORIGINS: listOf(origin)({
    meaning:
      'origins whose pages may use the interface with a key or a job token, such as `https://app.example.com`, separated by commas; cookies are never accepted from them',
    fallback: [],
    shown: 'none',
    page: 'src/service/README.md#other-origins',
  }),
  TRUSTED_PROXIES: list({
    meaning:
      'proxies whose `X-Forwarded-…` and `Forwarded` headers are trusted if `PUBLIC_URL` is not set: addresses, networks, `loopback`, `private`, separated by commas',
    fallback: [],
    shown: 'none',
  }),
  ACCEL_LOCATION: checked((value) => {
    if (/^(?:\/[A-Za-z0-9._~-]+)+\/?$/.test(value)) return value;
    throw wrong('a path like `/outputs/`', value);
  })({
    meaning:
      'internal location of nginx for the folder of outputs: downloads that come by one of `TRUSTED_PROXIES` are then sent by the proxy itself (`X-Accel-Redirect`)',
    fallback: null,
    shown: 'the service sends files itself',
    page: 'src/service/README.md#downloads',
  }),
  SERVICE_SECRET: text({
    meaning: 'key that encrypts secrets, 64 hex digits (`openssl rand -hex 32`); replicas need the same one',
    fallback: null,
    shown: 'generated at the first start, in `DATA_DIR/secret.key`',
    isSecret: true,
  }),
  QUEUE_LIMIT_PER_KEY: wholeNumberOrNone({
    meaning:
      'maximum number of tasks of one API key in the queue of a category at the broker; further tasks wait in the database, and keys take turns. 0: no limit, first come, first served',
    fallback: 20,
    page: 'docs/operations.md#fairness-between-keys',
  }),
  RETENTION_HOURS: wholeNumber({
    meaning: 'hours for which outputs and jobs are kept after their last change',
    fallback: 24,
  }),
  CONVERT_WAIT_SECONDS: seconds(1)({
    meaning:
      'seconds for which a request to `/v2/convert` waits for its job; after that it gets the job (202) instead of the file',
    fallback: 300,
    page: 'src/service/README.md#one-call',
  }),
  CONTRACTS: text({
    meaning: 'JSON file of contracts, such as `{"free": {"credits_per_day": 100}}`',
    fallback: null,
    shown: 'free: 30 credits per day; standard: 5000; unlimited',
  }),
  WEBHOOK_SECRET: text({
    meaning:
      'signs callbacks: `X-Svc-Signature`, also under each prefix that clients read, is the hex HMAC-SHA256 of the body; the Standard Webhooks headers also sign the time',
    fallback: null,
    shown: 'unsigned',
    isSecret: true,
  }),
  CALLBACK_DELAYS: delays(
    {
      meaning: 'seconds before each retry of a callback, separated by commas; at most 10 retries',
      fallback: CALLBACK_DELAYS,
    },
    10,
  ),
  PROCESS_DEFAULT: choice(['true', 'false'])({
    meaning:
      'whether a job that does not say `process` starts by itself as soon as nothing is missing; `false`: it waits for a PATCH',
    fallback: 'true',
  }),
  CONTACT_EMAIL: text({
    meaning: 'address that `GET /v2/schema` names as the contact (`info.contact.email`)',
    fallback: null,
  }),
  TERMS_URL: checked((value) => {
    if (URL.canParse(value)) return value;
    throw wrong('an address', value);
  })({
    meaning: 'address of the terms of use, `info.termsOfService` of `GET /v2/schema`',
    fallback: null,
  }),
  PAGE_NAME: checked(pageName)({
    meaning: 'the name of the page and of the app that it can be installed as',
    fallback: 'convertd',
  }),
  PAGE_LOGO: text({
    meaning: 'SVG or PNG file of at most 256 KiB, shown beside the name and as icon, read at the start',
    fallback: null,
    shown: "convertd's own",
    page: 'docs/service.md#your-own-name-and-colours',
  }),
  PAGE_COLOR: checked(colour)({
    meaning: 'colour of the main buttons, such as `#0a6c74`; texts have the nearest shades that are readable',
    fallback: null,
    shown: "convertd's own",
    page: 'docs/service.md#your-own-name-and-colours',
  }),
  STATUS_FORMAT: choice(['string', 'object'])({
    meaning: '`status` of a job as `string` or as `object` (`{code, info}`)',
    fallback: 'string',
  }),
  GUESSES_PER_MINUTE: wholeNumber({
    meaning: 'wrong keys, tokens and download passwords that one address may send per minute',
    fallback: 20,
  }),
  HEADER_ALIASES: listOf(headerAlias)({
    meaning:
      'additional prefixes of the credential headers, such as `X-Other` for `X-Other-Api-Key`, separated by commas; their clients get `status` as an object, and their callbacks have the headers with both prefixes',
    fallback: [],
    shown: 'none',
  }),
};
