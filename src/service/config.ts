import { join } from 'node:path';
import { type ConversionConfig, dataDir, readConversionConfig } from '../attempt/config.ts';
import type { Preset } from '../catalog/presets.ts';
import { brokerUrl, delays, list, overlay, positiveInteger } from '../settings.ts';
import type { Contracts } from './keys/contracts.ts';
import { readContracts } from './keys/contracts-file.ts';
import { readPublicPresets } from './presets/public-presets.ts';
import { parseTrustedProxies, type TrustsAddress } from './trusted-proxies.ts';
import { isUsableSecret } from './webhooks/signature.ts';

/** What the environment, and the flags of `convertd serve`, decide for a service. */
export interface ServiceConfig extends ConversionConfig {
  readonly dataDir: string;
  /** `postgres://…`; null: SQLite in the data folder. */
  readonly databaseUrl: string | null;
  /** Null: the service runs the tasks itself. */
  readonly amqpUrl: string | null;
  /** Base of the URLs that clients get; null: the host that each client asks (see http/link-base.ts). */
  readonly publicUrl: string | null;
  /** Whether a peer may say in X-Forwarded-… and Forwarded what its client asked; null: nobody may. */
  readonly trustsProxy: TrustsAddress | null;
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

/** Throws Error that names the variable, what it holds, and what it should. */
export function readServiceConfig(environment: NodeJS.ProcessEnv, flags: ServiceFlags, cores: number): ServiceConfig {
  const env = overlay(environment, { HOST: flags.host, PORT: flags.port, PUBLIC_URL: flags.publicUrl });
  return {
    ...readConversionConfig(env, cores),
    dataDir: dataDir(env),
    databaseUrl: env.DATABASE_URL || null,
    amqpUrl: env.AMQP_URL ? brokerUrl(env) : null,
    publicUrl: publicUrl(env.PUBLIC_URL),
    trustsProxy: parseTrustedProxies(env.TRUSTED_PROXIES),
    headerAliases: list(env.HEADER_ALIASES).map(headerAlias),
    statusFormat: statusFormat(env.STATUS_FORMAT || 'string'),
    webhookSecret: webhookSecret(env.WEBHOOK_SECRET || null),
    callbackDelaysMs: callbackDelays(env),
    serviceSecret: env.SERVICE_SECRET || null,
    retentionMs: positiveInteger(env, 'RETENTION_HOURS', 24) * HOUR_MS,
    guessesPerMinute: positiveInteger(env, 'GUESSES_PER_MINUTE', 20),
    contracts: readContracts(env.CONTRACTS || null),
    publicPresets: readPublicPresets(env.PRESETS || null),
  };
}

function publicUrl(text: string | undefined): string | null {
  if (!text) return null;
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text.replace(/\/+$/, '');
  throw new Error(`PUBLIC_URL must be the http:// or https:// URL that clients use, not "${text}"`);
}

function headerAlias(text: string): string {
  if (/^[a-z0-9-]+$/i.test(text)) return text.toLowerCase();
  throw new Error(`HEADER_ALIASES must be prefixes such as X-Other, with commas between, not "${text}"`);
}

function webhookSecret(secret: string | null): string | null {
  if (secret === null || isUsableSecret(secret)) return secret;
  throw new Error('WEBHOOK_SECRET begins with whsec_, so base64 must follow: openssl rand -base64 32');
}

function statusFormat(text: string): 'string' | 'object' {
  if (text === 'string' || text === 'object') return text;
  throw new Error(`STATUS_FORMAT must be "string" or "object", not "${text}"`);
}

/** interface.md, Events 5: up to 10 further tries. These take 16 hours, as the outputs of the job can be had for 24. */
function callbackDelays(env: NodeJS.ProcessEnv): readonly number[] {
  const pauses = delays(env, 'CALLBACK_DELAYS', '10,30,60,300,900,1800,3600,7200,14400,28800');
  if (pauses.length <= 10) return pauses;
  throw new Error(`CALLBACK_DELAYS must be at most 10 pauses, not ${pauses.length}`);
}
