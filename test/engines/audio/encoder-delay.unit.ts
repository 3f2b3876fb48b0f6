import { expect, it } from 'vitest';
import { encoderDelayFilters } from '../../../engines/audio/encoder-delay.ts';

const AAC = { kind: 'skipped', priming: 1024, frame: 1024 } as const;

it('fills frames with silence before the sound, which players skip', () => {
  expect(encoderDelayFilters(AAC, 3 * 1024 - 24)).toEqual(['adelay=delays=24S:all=1', 'asetpts=round(PTS-24/SR/TB)']);
  expect(encoderDelayFilters(AAC, 3 * 1024)).toEqual([]);
});

it('gives decoders a frame to drop', () => {
  expect(encoderDelayFilters({ kind: 'dropped', samples: 2048 }, 5)).toEqual(['adelay=delays=2048S:all=1']);
});
