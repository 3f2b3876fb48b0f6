import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workshop } from './support.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
});

afterAll(() => workshop.close());

it('a part of a long input is made without looking at the rest', async () => {
  const input = await workshop.make('hours.flac', ['-f', 'lavfi', '-i', 'sine=200:d=1200:r=8000']);
  const started = performance.now();
  await workshop.convert({ input, target: 'mp3', options: { start: '00:15:00', end: '00:15:01' } });
  const part = performance.now() - started;
  const again = performance.now();
  await workshop.convert({ input, target: 'mp3' });
  expect(part).toBeLessThan((performance.now() - again) * 0.7);
});
