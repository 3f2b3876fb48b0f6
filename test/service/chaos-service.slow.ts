import { expect, it } from 'vitest';
import { runServiceChaos } from '../../scripts/chaos-service.ts';

// `node scripts/chaos-service.ts` does the same with more jobs. That its checks see what is wrong: test/worker/chaos.slow.ts.
it('thirty jobs end once each, and right, while services and workers are killed at random', async () => {
  const { counts, violations } = await runServiceChaos({ jobs: 30, seed: 3 });
  expect(violations).toEqual([]);
  expect(Number(counts.completed) + Number(counts.failed) + Number(counts.canceled)).toBe(30);
  expect(Number(counts['kills of services']) + Number(counts['kills of workers'])).toBeGreaterThan(2);
});
