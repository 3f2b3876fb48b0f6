import { execa } from 'execa';
import { expect, it } from 'vitest';

// A separate program, so that it may mount disks that become full. test/worker/chaos.slow.ts tests its checks.
it('thirty jobs end once each, and right, while services and workers are killed and all else fails', async () => {
  const { stdout, exitCode } = await execa('scripts/run', ['chaos-service', '30', '3'], {
    reject: false,
    stdin: 'ignore',
  });
  const count = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(stdout)?.[1]);
  expect(stdout.match(/^VIOLATION .*/gm) ?? []).toEqual([]);
  expect(exitCode).toBe(0);
  expect(count('completed') + count('failed') + count('canceled')).toBe(30);
  expect(count('kills of services') + count('kills of workers')).toBeGreaterThan(2);
  expect(count('outages')).toBeGreaterThan(1);
});
