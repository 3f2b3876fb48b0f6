/** The part of the package that the tests use; it has no types itself. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Account {
    accountId: string;
    claims(): Promise<Record<string, unknown>>;
  }
  export interface Configuration {
    clients: Record<string, unknown>[];
    claims?: Record<string, string[]>;
    features?: Record<string, Record<string, unknown>>;
    conformIdTokenClaims?: boolean;
    cookies?: Record<string, unknown>;
    ttl?: Record<string, number>;
    findAccount(context: unknown, id: string): Promise<Account>;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): RequestListener;
    on(event: string, listener: (...values: unknown[]) => void): this;
  }
}
