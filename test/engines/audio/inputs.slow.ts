import { afterAll, beforeAll, expect, it } from 'vitest';
import { Workshop } from './support.ts';

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
});

afterAll(() => workshop.close());

it('a part of a long input is made without looking at the rest', async () => {
  const input = await workshop.make('hours.flac', ['-f', 'lavfi', '-i', 'sine=200:d=14400:r=8000']);
  const request = { input, target: 'flac', limits: { cpuSeconds: 3 } };
  await workshop.convert({ ...request, options: { start: '03:45:00', end: '03:45:01' } });
  // The control: to look at all of it takes longer. ffmpeg ends with 255 where it is told to.
  await expect(workshop.convert(request)).rejects.toThrow('exit code 255');
});
