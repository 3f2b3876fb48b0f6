import { describe, expect, it } from 'vitest';
import { convertd } from './support.ts';

const config = (env: Record<string, string>, ...flags: string[]) =>
  convertd(['config', ...flags], { env: { PATH: process.env.PATH, ...env }, extendEnv: false });

describe('convertd config', () => {
  it('shows what is set, and no secret', async () => {
    const { exitCode, stdout } = await config(
      {
        CONCURRENCY: '3',
        TASK_TIMEOUT_HASH: '60',
        FFMPEG_BIN: '/opt/ffmpeg',
        WEBHOOK_SECRET: 'tell-nobody',
        AMQP_URL: 'amqp://user:tell-nobody@broker/',
      },
      '--set',
    );
    expect(exitCode).toBe(0);
    const rows = [
      /CONCURRENCY +3 /,
      /TASK_TIMEOUT_HASH +60 /,
      /FFMPEG_BIN +\/opt\/ffmpeg /,
      /WEBHOOK_SECRET +\(set; secret\)/,
    ];
    for (const row of rows) expect(stdout).toMatch(row);
    expect(stdout).toContain('amqp://***@broker/');
    expect(stdout).not.toContain('tell-nobody');
    expect(stdout).not.toContain('RETRY_DELAYS');
  });

  it('says what is wrong, and what is probably misspelled', async () => {
    const { exitCode, stdout } = await config({ PORT: 'http', CONCURENCY: '3' }, '--json');
    expect(exitCode).toBe(2);
    const { groups, misspelled } = JSON.parse(stdout);
    const settings = groups.flatMap((group: { settings: { name: string; problem?: string }[] }) => group.settings);
    expect(settings.filter(({ problem }: { problem?: string }) => problem !== undefined)).toEqual([
      expect.objectContaining({
        name: 'PORT',
        value: 'http',
        from: 'environment',
        default: '8080',
        problem: 'PORT must be a port number, or 0 for any free one, not "http"',
      }),
    ]);
    expect(misspelled).toEqual([{ name: 'CONCURENCY', meant: 'CONCURRENCY' }]);
  });
});
