import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalog } from '../../../engines/audio/catalog.ts';
import { type AudioTarget, CONTAINERS } from '../../../engines/audio/containers.ts';
import type { OptionDefinitions } from '../../../src/catalog/definition.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/options/common.ts';
import { formatOf } from '../../../src/files/formats/names.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { sample } from '../../support/sample.ts';
import { type Fixtures, makeFixtures } from './fixtures.ts';
import { Gate } from './gate.ts';
import { AUDIO_WIDE, POLICY, type Row, SAMPLES } from './policy-table.ts';
import { expectShown } from './shows.ts';
import { type Conversion, type ConvertRequest, HAS_AMR, HAS_FDKAAC, Workshop } from './support.ts';

/** Conversions at a time. */
const CONCURRENCY = 2;
/** Of each option of all targets. */
const WIDE_CASES = 2;

let workshop: Workshop;
let fixtures: Fixtures;
const gate = new Gate(CONCURRENCY);

type Value = string | number | boolean;

/** The audio targets of the catalog that are sound, each with its options bar those of all categories and the values to try of them. */
const TARGETS = Object.entries<{ readonly options: OptionDefinitions }>(catalog.targets)
  .filter(([target]) => target !== 'waveform')
  .map(([target, { options }]) => ({
    target: target as AudioTarget,
    options: Object.entries(options)
      .filter(([option]) => !Object.hasOwn(COMMON_OPTIONS, option))
      .map(([option, { enum: values = SAMPLES[option] ?? [] }]) => ({ option, values: valuesToTry(option, values) })),
  }));

/** Each of the 40 voices is heard in test/tools/programs/speech/tts; here two stand for sound and for a text on every target. */
function valuesToTry(option: string, values: readonly Value[]): readonly Value[] {
  return option === 'language_tts' ? ['en-GB', 'en-US'] : values;
}

type Case = readonly [target: AudioTarget, option: string, value: Value];

const casesOf = (wide: boolean): Case[][] =>
  TARGETS.flatMap(({ target, options }) =>
    options
      .filter(({ option }) => Object.hasOwn(AUDIO_WIDE, option) === wide)
      .map(({ option, values }) => values.map((value) => [target, option, value] as const)),
  );

/** A value of each option that a target has of its own. */
const OWN = casesOf(false).flatMap((values) => sample(`audio ${values[0]?.slice(0, 2)}`, values, 1));

/** What is done before the sound is encoded is the same on every target: each of those options on some of them. */
const WIDE = Object.keys(AUDIO_WIDE).flatMap((option) => {
  const cases = casesOf(true).flat();
  return sample(
    `audio ${option}`,
    cases.filter(([, each]) => each === option),
    WIDE_CASES,
  );
});

beforeAll(async () => {
  workshop = await Workshop.open();
  fixtures = await makeFixtures(workshop);
});

afterAll(() => workshop.close());

it('has a row for each target and option of the catalog, and no others', () => {
  for (const { target, options } of TARGETS) {
    expect(Object.keys(POLICY[target]).sort(), target).toEqual(options.map(({ option }) => option).sort());
    for (const { option, values } of options) expect(values.length, `${target} ${option}`).toBeGreaterThan(0);
  }
  expect(TARGETS.map(({ target }) => target).sort()).toEqual(Object.keys(CONTAINERS).sort());
});

/** Each value of an option is seen in the result, or is adjusted or refused as policy-table.ts says. */
describe.concurrent('values of options', () => {
  it.each([...OWN, ...WIDE])('%s %s=%s', (target, option, value) => gate.run(() => tryValue(target, option, value)));
});

async function tryValue(target: AudioTarget, option: string, value: Value): Promise<void> {
  const row = POLICY[target][option]?.(value);
  if (row === undefined) throw new Error(`no row for ${target} ${option}`);
  const input = fixtures.for(row.input ?? 'noise', target);
  const format = row.input === 'text' ? formatOf('txt') : null;
  const result = await attempt({ input, target, format, options: { ...row.beside, [option]: value } });
  await check(row, option, input, result);
}

async function attempt(request: ConvertRequest): Promise<Conversion | ConversionError> {
  try {
    return await workshop.convert(request);
  } catch (error) {
    if (error instanceof ConversionError) return error;
    throw error;
  }
}

async function check(
  { outcome }: Row,
  option: string,
  input: string,
  result: Conversion | ConversionError,
): Promise<void> {
  if (outcome.is === 'refused') {
    if (!(result instanceof ConversionError)) throw new Error('it was done and not refused');
    expect(result.code).toBe(outcome.code);
    expect(result.message).toContain(option);
    expect(result.details.option).toBe(option);
    return;
  }
  if (result instanceof ConversionError) {
    // Encoders that not every machine has: without one its codec has to be refused.
    const withoutFdkaac = !HAS_FDKAAC && result.details.program === 'fdkaac';
    const withoutAmr = !HAS_AMR && /_amr/.test(String(result.details.encoder));
    if (result.code === 'program_missing' && (withoutFdkaac || withoutAmr)) return;
    throw result;
  }
  const about = result.warnings.filter(({ details }) => details.option === option).map(({ code }) => code);
  if (outcome.is === 'without effect') expect(about).toEqual(['option_no_effect']);
  if (outcome.is === 'adjusted') expect(about).toEqual([outcome.code]);
  if (outcome.is === 'honoured') expect(about.filter((code) => !outcome.other?.includes(code))).toEqual([]);
  const shows = outcome.is === 'without effect' ? {} : outcome.shows;
  await expectShown(result.output.path, shows, { input, folder: workshop.folder });
}
