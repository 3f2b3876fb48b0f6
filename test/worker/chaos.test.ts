import { expect, it } from 'vitest';
import { runChaos } from '../../scripts/chaos.ts';

// `npm run chaos` does the same with more tasks, restarts of the broker and cuts of the network.
it('thirty tasks end once each, and right, while workers are killed at random', async () => {
  const { counts, violations } = await runChaos({ tasks: 30, seed: 7, replicas: 3, broker: false });
  expect(violations).toEqual([]);
  expect(counts).toMatchObject({ tasks: 30, 'final reports': 30 });
  expect(counts.kills).toBeGreaterThan(2);
});
