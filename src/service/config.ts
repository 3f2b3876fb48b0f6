import { join, resolve } from 'node:path';
import type { Preset } from '../catalog/presets.ts';
import { type ConversionConfig, conversionConfig } from '../execution/config.ts';
import { ACCESS } from '../settings/access.ts';
import { COMMON } from '../settings/common.ts';
import { type Environment, overlay, readSettings } from '../settings/read.ts';
import { BROKER, CONVERSION, DAEMON, SERVICE } from '../settings/schema.ts';
import { type AccessConfig, accessConfig } from './access/config.ts';
import type { Operator } from './http/openapi/overview.ts';
import type { Contracts } from './keys/contracts.ts';
import { readContracts } from './keys/contracts-file.ts';
import { type Brand, readBrand } from './page/brand.ts';
import { readPublicPresets } from './presets/public-presets.ts';
import { parseTrustedProxies, type TrustsAddress } from './trusted-proxies.ts';
import { isUsableSecret } from './webhooks/signature.ts';

/** Configuration of a service, from the environment and the flags of `convertd serve`. */
export interface ServiceConfig extends ConversionConfig, AccessConfig {
  readonly dataDir: string;
  /** `postgres://…`. Null for SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Null if the service runs the tasks itself. */
  readonly amqpUrl: string | null;
  /** Number of tasks of one key that may wait in one queue of the broker; 0 for no limit. */
  readonly queueLimitPerKey: number;
  /** Base of the URLs that clients get. Null for the host that each client asks (see http/link-base.ts). */
  readonly publicUrl: string | null;
  /** Whether a peer's X-Forwarded-… and Forwarded headers are trusted. Null if no peer is trusted. */
  readonly trustsProxy: TrustsAddress | null;
  /** Location of a trusted proxy that serves the folder of outputs. Null if the service sends files itself. */
  readonly accelLocation: string | null;
  /** Origins whose pages may use the interface. */
  readonly corsOrigins: readonly string[];
  /** Additional prefixes of the credential headers, lower case: `x-other` adds `x-other-api-key`. */
  readonly headerAliases: readonly string[];
  /** Whether a job starts as soon as nothing is missing if its body does not say `process`. */
  readonly processDefault: boolean;
  /** Whom the description of the interface names. */
  readonly operator: Operator;
  /** Form of a job's status, unless the job was made through an alias prefix, which implies `object`. */
  readonly statusFormat: 'string' | 'object';
  /** Secret that signs callbacks. Null if they are unsigned. */
  readonly webhookSecret: string | null;
  /** Pauses before each further try of a callback, ms; at most ten. */
  readonly callbackDelaysMs: readonly number[];
  /** 64 hex digits. Null for the key in the data folder. */
  readonly serviceSecret: string | null;
  /** Time that a job and its files are kept, ms. */
  readonly retentionMs: number;
  /** Time that a request which converts in one call waits for its job, ms. */
  readonly convertWaitMs: number;
  /** Number of wrong keys, tokens and download passwords that one address may send in a minute. */
  readonly guessesPerMinute: number;
  /** The built-in contracts with the changes of the file that `CONTRACTS` names. */
  readonly contracts: Contracts;
  /** The operator's presets for everyone: those of scope public in the file that `PRESETS` names. */
  readonly publicPresets: readonly Preset[];
  /** How the page looks. */
  readonly brand: Brand;
}

export interface ServiceFlags {
  host?: string;
  port?: string;
  publicUrl?: string;
}

const HOUR_MS = 3_600_000;

/** Path of the SQLite file, used unless DATABASE_URL names another database. */
export const databaseFile = (config: Pick<ServiceConfig, 'dataDir'>): string => join(config.dataDir, 'convertd.sqlite');

/** Path of the service's key, used unless SERVICE_SECRET is set. */
export const secretKeyFile = (config: Pick<ServiceConfig, 'dataDir'>): string => join(config.dataDir, 'secret.key');

/** Error for commands that need a database and do not make one. */
export function noDatabase({ databaseUrl, dataDir }: Pick<ServiceConfig, 'databaseUrl' | 'dataDir'>): Error {
  const where = databaseUrl === null ? `in ${dataDir} (DATA_DIR)` : 'of convertd at DATABASE_URL';
  return new Error(`There is no database ${where}. "convertd serve" makes one when it first starts.`);
}

/** Throws Error that names the variables, their values, and what they should be. */
export function readServiceConfig(environment: Environment, flags: ServiceFlags, cores: number): ServiceConfig {
  const env = overlay(environment, { HOST: flags.host, PORT: flags.port, PUBLIC_URL: flags.publicUrl });
  const settings = readSettings(env, { ...COMMON, ...CONVERSION, ...DAEMON, ...BROKER, ...SERVICE, ...ACCESS });
  const contracts = readContracts(settings.CONTRACTS);
  const trustsProxy = parseTrustedProxies(settings.TRUSTED_PROXIES);
  const { PUBLIC_URL: publicUrl } = settings;
  return {
    ...accessConfig(settings, { contracts, publicUrl, hasTrustedProxies: trustsProxy !== null }),
    ...conversionConfig(settings, env, cores),
    dataDir: resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    amqpUrl: settings.AMQP_URL,
    queueLimitPerKey: settings.QUEUE_LIMIT_PER_KEY,
    publicUrl,
    trustsProxy,
    accelLocation: settings.ACCEL_LOCATION,
    corsOrigins: settings.CORS_ORIGINS,
    headerAliases: settings.HEADER_ALIASES,
    processDefault: settings.PROCESS_DEFAULT === 'true',
    operator: { email: settings.CONTACT_EMAIL, terms: settings.TERMS_URL },
    statusFormat: settings.STATUS_FORMAT,
    webhookSecret: webhookSecret(settings.WEBHOOK_SECRET),
    callbackDelaysMs: settings.CALLBACK_DELAYS,
    serviceSecret: settings.SERVICE_SECRET,
    retentionMs: settings.RETENTION_HOURS * HOUR_MS,
    convertWaitMs: settings.CONVERT_WAIT_SECONDS * 1000,
    guessesPerMinute: settings.GUESSES_PER_MINUTE,
    contracts,
    publicPresets: readPublicPresets(settings.PRESETS),
    brand: readBrand(settings),
  };
}

function webhookSecret(secret: string | null): string | null {
  if (secret === null || isUsableSecret(secret)) return secret;
  throw new Error('WEBHOOK_SECRET begins with whsec_, so base64 must follow: openssl rand -base64 32');
}
