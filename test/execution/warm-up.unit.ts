import { expect, it } from 'vitest';
import { startWarmUp } from '../../src/execution/warm-up.ts';
import { createLogger } from '../../src/telemetry/log.ts';

it('a warm-up that fails is logged and ends nothing', async () => {
  const lines: string[] = [];
  const log = createLogger({ level: 'warn', stream: { write: (line) => void lines.push(line) } });
  startWarmUp(['no-such-category'], log);
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'warn',
    msg: 'engines could not be warmed up; each starts with its first task',
    categories: ['no-such-category'],
    err: { errors: [{ code: 'engine_unavailable' }] },
  });
});
