import { join, resolve } from 'node:path';
import type { Preset } from '../catalog/presets.ts';
import { type ConversionConfig, conversionConfig } from '../execution/config.ts';
import { ACCESS } from '../settings/access.ts';
import { COMMON } from '../settings/common.ts';
import { type Environment, overlay, readSettings } from '../settings/read.ts';
import { BROKER, CONVERSION, DAEMON, SERVICE } from '../settings/schema.ts';
import { type AccessConfig, accessConfig } from './access/config.ts';
import type { Contracts } from './keys/contracts.ts';
import { readContracts } from './keys/contracts-file.ts';
import { readPublicPresets } from './presets/public-presets.ts';
import { parseTrustedProxies, type TrustsAddress } from './trusted-proxies.ts';
import { isUsableSecret } from './webhooks/signature.ts';

/** What the environment, and the flags of `convertd serve`, decide for a service. */
export interface ServiceConfig extends ConversionConfig, AccessConfig {
  readonly dataDir: string;
  /** `postgres://…`; null: SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Null: the service runs the tasks itself. */
  readonly amqpUrl: string | null;
  /** Tasks of one key that wait in one queue of the broker; 0: any number. */
  readonly queueLimitPerKey: number;
  /** Base of the URLs that clients get; null: the host that each client asks (see http/link-base.ts). */
  readonly publicUrl: string | null;
  /** Whether a peer may say in X-Forwarded-… and Forwarded what its client asked; null: nobody may. */
  readonly trustsProxy: TrustsAddress | null;
  /** Location of a trusted proxy that serves the folder of outputs; null: the service sends files itself. */
  readonly accelLocation: string | null;
  /** Further prefixes of the credential headers, lower case: `x-other` makes `x-other-api-key` one of them. */
  readonly headerAliases: readonly string[];
  /** How a job's status is shown, unless it was made through an alias prefix: that means `object`. */
  readonly statusFormat: 'string' | 'object';
  /** Signs callbacks; null: they are unsigned. */
  readonly webhookSecret: string | null;
  /** Pauses before each further try of a callback, ms; at most ten. */
  readonly callbackDelaysMs: readonly number[];
  /** 64 hex digits; null: the key in the data folder. */
  readonly serviceSecret: string | null;
  /** How long a job and its files stay, ms. */
  readonly retentionMs: number;
  /** How long a request that converts in one call waits for its job, ms. */
  readonly convertWaitMs: number;
  /** Wrong keys, tokens and download passwords that one address may send in a minute. */
  readonly guessesPerMinute: number;
  /** The built-in ones with the changes of the file that `CONTRACTS` names. */
  readonly contracts: Contracts;
  /** The operator's, for everyone: those of scope public in the file that `PRESETS` names. */
  readonly publicPresets: readonly Preset[];
}

export interface ServiceFlags {
  host?: string;
  port?: string;
  publicUrl?: string;
}

const HOUR_MS = 3_600_000;

/** The SQLite file, where DATABASE_URL names no other database. */
export const databaseFile = (config: Pick<ServiceConfig, 'dataDir'>): string => join(config.dataDir, 'convertd.sqlite');

/** The service's key, where SERVICE_SECRET gives none. */
export const secretKeyFile = (config: Pick<ServiceConfig, 'dataDir'>): string => join(config.dataDir, 'secret.key');

/** For commands that need a database and make none. */
export function noDatabase({ databaseUrl, dataDir }: Pick<ServiceConfig, 'databaseUrl' | 'dataDir'>): Error {
  const where = databaseUrl === null ? `in ${dataDir} (DATA_DIR)` : 'of convertd at DATABASE_URL';
  return new Error(`There is no database ${where}. "convertd serve" makes one when it first starts.`);
}

/** Throws Error that names the variables, what they hold, and what they should. */
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
    headerAliases: settings.HEADER_ALIASES,
    statusFormat: settings.STATUS_FORMAT,
    webhookSecret: webhookSecret(settings.WEBHOOK_SECRET),
    callbackDelaysMs: settings.CALLBACK_DELAYS,
    serviceSecret: settings.SERVICE_SECRET,
    retentionMs: settings.RETENTION_HOURS * HOUR_MS,
    convertWaitMs: settings.CONVERT_WAIT_SECONDS * 1000,
    guessesPerMinute: settings.GUESSES_PER_MINUTE,
    contracts,
    publicPresets: readPublicPresets(settings.PRESETS),
  };
}

function webhookSecret(secret: string | null): string | null {
  if (secret === null || isUsableSecret(secret)) return secret;
  throw new Error('WEBHOOK_SECRET begins with whsec_, so base64 must follow: openssl rand -base64 32');
}
