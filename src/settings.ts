import { parseStoreLocation } from './files/store-location.ts';

/* Readers of single environment variables. Each throws Error that names the variable, what it holds, and what it should. */

type Environment = NodeJS.ProcessEnv;

/** The environment, with the flags of a command over it, by the names of their variables. */
export function overlay(env: Environment, flags: Record<string, string | undefined>): Environment {
  return { ...env, ...Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) };
}

/** The whole number above 0 in an environment variable, or `fallback` where it is unset. Throws Error for anything else. */
export function positiveInteger(env: Environment, name: string, fallback: number): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new Error(`${name} must be a whole number above 0, not "${text}"`);
  return value;
}

/** Node's timers count milliseconds in 31 bits, and what is more would end at once. */
const LONGEST_TIMER_SECONDS = 2_147_483;

/** Seconds, from `least` to what a timer can count. */
export function seconds(env: Environment, name: string, fallback: number, least: number): number {
  const value = positiveInteger(env, name, fallback);
  if (value < least || value > LONGEST_TIMER_SECONDS) {
    throw new Error(`${name} must be seconds from ${least} to ${LONGEST_TIMER_SECONDS}, not "${value}"`);
  }
  return value;
}

/** What is wrong with a location must show at the start, not with the first task. */
export function storeLocation(name: string, location: string): string {
  try {
    parseStoreLocation(location);
    return location;
  } catch (error) {
    throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}

/** The broker's URL. Throws Error where it is missing or of another kind; the message does not repeat it, as it holds a password. */
export function brokerUrl(env: Environment): string {
  const url = env.AMQP_URL;
  if (!url) throw new Error('AMQP_URL is not set: give the broker as amqp://user:password@host:5672/vhost');
  const scheme = URL.canParse(url) ? new URL(url).protocol : null;
  if (scheme === 'amqp:' || scheme === 'amqps:') return url;
  throw new Error('AMQP_URL must be a URL of the form amqp://user:password@host:5672/vhost, or amqps:// for TLS');
}

/** A port number, 0 for any free one. */
export function port(env: Environment): number {
  return portNumber('PORT', env.PORT || '8080');
}

/** Where something listens. */
export interface Address {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
}

/**
 * Where metrics are served on a port of their own; null where METRICS_PORT is unset. On loopback unless METRICS_HOST says otherwise:
 * HOST may be an address for the public.
 */
export function metricsAddress(env: Environment): Address | null {
  if (!env.METRICS_PORT) return null;
  return { host: env.METRICS_HOST || '127.0.0.1', port: portNumber('METRICS_PORT', env.METRICS_PORT) };
}

function portNumber(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0 || value > 65_535) {
    throw new Error(`${name} must be a port number, or 0 for any free one, not "${text}"`);
  }
  return value;
}

/** What stands between commas. */
export function list(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/**
 * Pauses before each further try, in ms; given as seconds with commas between.
 * @param fallback where the variable is unset; one that is set and empty means no further try
 */
export function delays(env: Environment, name: string, fallback: string): readonly number[] {
  return list(env[name] ?? fallback).map((text) => {
    const value = Number(text);
    if (value > 0 && value <= 86_400) return Math.round(value * 1000);
    throw new Error(`${name} must be seconds above 0, at most a day, with commas between, not "${text}"`);
  });
}
