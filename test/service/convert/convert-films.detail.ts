import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { FFPROBE } from '../../support/ffprobe.ts';
import { start } from '../local-service.ts';
import { curl, testFolder } from '../outputs/files-support.ts';

test('one call makes one film of two films and a sound', async () => {
  const { serve } = await start();
  const folder = await testFolder();
  const make = async (name: string, ...args: string[]) => {
    await execa('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', ...args, join(folder, name)]);
    return ['-F', `file=@${join(folder, name)}`];
  };
  const parts = [
    ...(await make('one.mp4', 'testsrc=duration=2:size=64x48', '-c:v', 'libx264')),
    ...(await make('two.mp4', 'testsrc=duration=2:size=128x48', '-c:v', 'libx264')),
    ...(await make('tone.wav', 'sine=duration=4')),
  ];
  const key = ['-H', `X-Svc-Api-Key: ${serve.key}`];
  const options = ['-F', 'options={"merge":true}'];
  const { status, body, json } = await curl(...key, ...parts, ...options, `${serve.url}/v2/convert/mp4`);
  expect(status, JSON.stringify(json)).toBe(200);
  const film = join(folder, 'film.mp4');
  await writeFile(film, body);
  const show = ['-show_entries', 'stream=codec_name,width', '-of', 'csv=p=0'];
  expect((await execa(FFPROBE, ['-v', 'error', ...show, film])).stdout).toBe('h264,64\naac');
});
