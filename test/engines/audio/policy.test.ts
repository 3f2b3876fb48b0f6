import { describePolicy } from './policy-cases.ts';
import { AUDIO_WIDE } from './policy-table.ts';
import { spread } from './spread.ts';

/**
 * What is done before the sound is encoded is the same on every target: there each target tries another of its values, and all are
 * tried on some. Long lists are bitrates and sample rates. policy.slow.ts has every value on every target.
 */
describePolicy('values of every option', (values, option, turn) =>
  Object.hasOwn(AUDIO_WIDE, option) ? values.filter((_, index) => index === turn % values.length) : spread(values),
);
