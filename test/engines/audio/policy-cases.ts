import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AudioTarget, CONTAINERS, isAudioTarget } from '../../../engines/audio/containers.ts';
import { COMMON_OPTIONS } from '../../../src/catalog/data/common.ts';
import { listEntries } from '../../../src/catalog/index.ts';
import { formatOf } from '../../../src/files/formats/names.ts';
import { ConversionError } from '../../../src/task/errors.ts';
import { type Fixtures, makeFixtures } from './fixtures.ts';
import { Gate } from './gate.ts';
import { POLICY, type Row, SAMPLES } from './policy-table.ts';
import { expectShown } from './shows.ts';
import { type Conversion, type ConvertRequest, HAS_FDKAAC, Workshop } from './support.ts';

/** Conversions at a time. */
const CONCURRENCY = 2;
const TIMEOUT_MS = 60_000;

let workshop: Workshop;
let fixtures: Fixtures;
const gate = new Gate(CONCURRENCY);

type Values = readonly (string | number | boolean)[];

/** Which values of an option to try on a target. `turn`: the number of the target. */
type Choose = (values: Values, option: string, turn: number) => Values;

/**
 * Defines the tests: each of the values that `choose` takes of an option, on every target that has it, is seen in the result, or is
 * adjusted or refused as policy-table.ts says.
 */
export function describePolicy(title: string, choose: Choose): void {
  beforeAll(async () => {
    workshop = await Workshop.open();
    fixtures = await makeFixtures(workshop);
  }, TIMEOUT_MS);

  afterAll(async () => {
    await workshop.close();
  });

  describe(title, () => {
    definePolicy(choose);
  });
}

function definePolicy(choose: Choose): void {
  it('has a row for each target and option of the catalog, and no others', () => {
    for (const { target, options } of listEntries({ category: 'audio' })) {
      const own = Object.keys(options).filter((option) => !Object.hasOwn(COMMON_OPTIONS, option));
      expect(isAudioTarget(target), target).toBe(true);
      expect(Object.keys(POLICY[target as AudioTarget]).sort(), target).toEqual(own.sort());
    }
    expect(
      listEntries({ category: 'audio' })
        .map(({ target }) => target)
        .sort(),
    ).toEqual(Object.keys(CONTAINERS).sort());
  });

  for (const [turn, { target, options }] of listEntries({ category: 'audio' }).entries()) {
    describe.concurrent(target, () => {
      for (const [option, { enum: values = SAMPLES[option] ?? [] }] of Object.entries(options)) {
        if (Object.hasOwn(COMMON_OPTIONS, option)) continue;
        it(`${option} has values to try`, () => expect(values.length).toBeGreaterThan(0));
        for (const value of choose(valuesToTry(option, values), option, turn)) {
          it(`${option}=${value}`, () => gate.run(() => tryValue(target as AudioTarget, option, value)), TIMEOUT_MS);
        }
      }
    });
  }
}

/** Each of the 40 voices is heard in test/engines/speech/tts; here two stand for sound and for a text on every target. */
function valuesToTry(option: string, values: Values): Values {
  return option === 'language_tts' ? ['en-GB', 'en-US'] : values;
}

async function tryValue(target: AudioTarget, option: string, value: string | number | boolean): Promise<void> {
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
    const withoutFdkaac = !HAS_FDKAAC && result.code === 'program_missing' && result.details.program === 'fdkaac';
    if (withoutFdkaac) return;
    throw result;
  }
  const about = result.warnings.filter(({ details }) => details.option === option).map(({ code }) => code);
  if (outcome.is === 'without effect') expect(about).toEqual(['option_no_effect']);
  if (outcome.is === 'adjusted') expect(about).toEqual([outcome.code]);
  if (outcome.is === 'honoured') expect(about.filter((code) => !outcome.other?.includes(code))).toEqual([]);
  const shows = outcome.is === 'without effect' ? {} : outcome.shows;
  await expectShown(result.output.path, shows, { input, folder: workshop.folder });
}
