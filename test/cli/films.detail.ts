import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { FFPROBE } from '../support/ffprobe.ts';
import { convertd, temporaryFolder } from './support.ts';

async function folderWithFilms(): Promise<string> {
  const folder = await temporaryFolder();
  const inputs = ['-f', 'lavfi', '-i', 'testsrc=duration=2:size=64x48', '-f', 'lavfi', '-i', 'sine=duration=2'];
  for (const name of ['one.mp4', 'two.mp4']) {
    await execa('ffmpeg', ['-v', 'error', ...inputs, '-c:v', 'libx264', '-c:a', 'aac', join(folder, name)]);
  }
  return folder;
}

async function secondsOf(path: string): Promise<number> {
  const { stdout } = await execa(FFPROBE, ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path]);
  return Math.round(Number(stdout));
}

test('films become one by merge, without it one each', async () => {
  const cwd = await folderWithFilms();
  const merged = await convertd(['convert', 'one.mp4', 'two.mp4', 'both.mp4', '-o', 'merge=true'], { cwd });
  expect([merged.exitCode, await secondsOf(join(cwd, 'both.mp4'))]).toEqual([0, 4]);
  expect((await convertd(['convert', 'one.mp4', 'two.mp4', '--to', 'mov'], { cwd })).exitCode).toBe(0);
  expect((await readdir(cwd)).filter((name) => name.endsWith('.mov')).sort()).toEqual(['one.mov', 'two.mov']);
});

test('a task of several films', async () => {
  const cwd = await folderWithFilms();
  const input = ['one.mp4', 'two.mp4'].map((name) => ({ source: join(cwd, name) }));
  const task = { conversion: { category: 'video', target: 'mkv', options: { merge: true } }, input };
  await writeFile(join(cwd, 'task.json'), JSON.stringify(task));
  expect((await convertd(['run', 'task.json', '--output', 'made'], { cwd })).exitCode).toBe(0);
  const made = await readdir(join(cwd, 'made'));
  expect([made.length, await secondsOf(join(cwd, 'made', made[0] ?? ''))]).toEqual([1, 4]);
});
