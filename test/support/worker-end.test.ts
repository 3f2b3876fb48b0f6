import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';

const SETUP = fileURLToPath(new URL('./worker-end.ts', import.meta.url));
const TERMINATED = `process.on('exit', () => console.log('cleaned up')); setInterval(() => {}, 1000); process.kill(process.pid, 'SIGTERM');`;

it('a process that is told to end calls its exit listeners', async () => {
  const how = { reject: false } as const;
  const bare = await execa(process.execPath, ['--eval', TERMINATED], how);
  expect(bare).toMatchObject({ signal: 'SIGTERM', stdout: '' });
  const withSetup = await execa(process.execPath, ['--import', SETUP, '--eval', TERMINATED], how);
  expect(withSetup).toMatchObject({ signal: 'SIGTERM', stdout: 'cleaned up' });
});
