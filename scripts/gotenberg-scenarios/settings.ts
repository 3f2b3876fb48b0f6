import type { Scenario } from './features.ts';

/** Environment variables of convertd. */
export type Environment = Readonly<Record<string, string>>;

/** Settings of Gotenberg by a scenario's table, and what they are in convertd. */
export interface ScenarioSettings {
  /** Whether the scenario runs with Gotenberg's default settings. */
  readonly areDefault: boolean;
  /** Null if convertd has no setting with the meaning of one of them, which `without` names. */
  readonly environment: Environment | null;
  readonly without: readonly string[];
}

const DEFAULT_STEP = /^I have a default Gotenberg container$/;
const TABLE_STEP = /^I have a Gotenberg container with the following environment variable\(s\):$/;

/** The steps that set the settings; they do nothing when the scenario runs. */
export const SETTING_STEPS: readonly RegExp[] = [DEFAULT_STEP, TABLE_STEP];

/** The list that Gotenberg's own runner sets for all scenarios: everything is allowed. */
const ALLOWS_ALL = new Set(['.+', '^.*']);

/** What convertd calls the setting, by its value; null if it has nothing with this meaning. */
const MEANINGS: Readonly<Record<string, (value: string) => Environment | null>> = {
  TZ: (value) => ({ TZ: value }),
  // The key of convertd is the password, so a request with the name and the password of the scenario is wrong.
  API_ENABLE_BASIC_AUTH: (value) => ({ GOTENBERG_API: value === 'true' ? 'keys' : 'open' }),
  GOTENBERG_API_BASIC_AUTH_USERNAME: () => ({}),
  GOTENBERG_API_BASIC_AUTH_PASSWORD: () => ({}),
  CHROMIUM_MAX_CONCURRENCY: (value) => ({ CONCURRENCY: value }),
  // Each page gets an empty profile.
  CHROMIUM_CLEAR_STORAGE: (value) => (value === 'true' ? {} : null),
  CHROMIUM_DENY_PRIVATE_IPS: (value) => (value === 'true' ? { ALLOWED_ADDRESSES: '' } : null),
  CHROMIUM_ALLOW_LIST: (value) => (value === '' || ALLOWS_ALL.has(value) ? {} : null),
  // convertd chooses the programs itself: the result must be the same.
  PDFENGINES_MERGE_ENGINES: () => ({}),
  PDFENGINES_SPLIT_ENGINES: () => ({}),
  PDFENGINES_ROTATE_ENGINES: () => ({}),
  PDFENGINES_ENCRYPT_ENGINES: () => ({}),
  PDFENGINES_WATERMARK_ENGINES: () => ({}),
  PDFENGINES_STAMP_ENGINES: () => ({}),
};

/** Returns what a scenario's first steps set. */
export function settingsOf(scenario: Scenario): ScenarioSettings {
  const step = scenario.steps.find(({ text }) => TABLE_STEP.test(text));
  if (step === undefined) return { areDefault: true, environment: {}, without: [] };
  const meanings = step.table.map(([name = '', value = '']) => ({
    name,
    environment: Object.hasOwn(MEANINGS, name) ? (MEANINGS[name]?.(value) ?? null) : null,
  }));
  const without = meanings.filter(({ environment }) => environment === null).map(({ name }) => name);
  const environment = Object.assign({}, ...meanings.map((meaning) => meaning.environment)) as Environment;
  return { areDefault: false, environment: without.length === 0 ? environment : null, without };
}
