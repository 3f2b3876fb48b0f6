import { NOBODY } from '../../../src/process/owner.ts';
import { choice, seconds } from '../../../src/settings/kinds.ts';
import { type Environment, environment, readSettings } from '../../../src/settings/read.ts';

/* Who opens a second page in a browser. */

const SETTINGS = {
  CHROMIUM_REUSE: choice(['none', 'key'])({ meaning: 'who opens further pages in a browser', fallback: 'none' }),
  CHROMIUM_REUSE_SECONDS: seconds(1)({ meaning: 'how long a browser waits for the next page', fallback: 60 }),
};

export interface Reuse {
  /** Whether any owner keeps a browser. */
  readonly isOn: boolean;
  /** Whether a browser that has opened a page of this owner opens another one of the same. */
  readonly isFor: (owner: string) => boolean;
  /** How long a browser waits for its owner's next page, milliseconds. */
  readonly idleMs: number;
}

/**
 * Returns who keeps a browser: nobody, or each API key its own. Work without a key may be of several customers, so it never does. Throws
 * Error for an invalid setting.
 */
export function reuseOf(env: Environment = environment()): Reuse {
  const { CHROMIUM_REUSE: by, CHROMIUM_REUSE_SECONDS: idle } = readSettings(env, SETTINGS);
  const isOn = by === 'key';
  return { isOn, isFor: (owner) => isOn && owner !== NOBODY, idleMs: idle * 1000 };
}
