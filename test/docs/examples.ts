import { readFileSync } from 'node:fs';
import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { convertd, ROOT } from '../cli/support.ts';

const FIXTURES = join(ROOT, 'fixtures');

/** Files of the examples that are fixtures under other names. */
const COPIES: Readonly<Record<string, string>> = {
  'report.docx': 'document/report.docx',
  'minutes.pdf': 'document/report.pdf',
  'report.pdf': 'document/report.pdf',
  'letter.pdf': 'document/report.pdf',
  'page.html': 'document/page.html',
  'novel.epub': 'ebook/voyage.epub',
  'novel.docx': 'document/report.docx',
  'plan.dwg': 'cad/plan-2018.dwg',
  'photos/one.jpg': 'image/landscape.jpg',
  'photos/more/two.png': 'image/logo.png',
  // The type of an archive is detected from its content.
  'holiday.rar': 'inputs/papers-locked.7z',
};

/** Conversions that make the other files. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  'photo.heic': ['photos/one.jpg', 'heic'],
  'talk.flac': ['talk.wav', 'flac'],
  'photos.zip': ['photos/one.jpg', 'zip'],
  'scan.pdf': ['scan.png', 'document/pdf'],
};

/** Returns the commands in a page's indented code that start one of these programs, without comments. */
export function commandsIn(page: string, program: RegExp): string[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(/^ {4}(.*\S.*)$/gm)]
    .map(([, line = '']) => line.replace(/\s{2,}#.*$/, '').trim())
    .filter((line) => program.test(line));
}

/** Makes the files that the commands name, in a folder: fixtures of the project under the names of the examples. */
export async function makeFiles(folder: string, commands: readonly string[]): Promise<void> {
  // The last word is an output or a target.
  const inputs = commands.map((command) => command.replace(/ \S+$/, ''));
  const isNamed = (name: string): boolean => {
    const [first = '', extension = ''] = [name.split('/')[0], name.split('.').at(-1)];
    return inputs.some((words) => words.includes(first) || words.includes(`*.${extension}`));
  };
  const made = Object.entries(MADE).filter(([name]) => isNamed(name));
  const sources = made.map(([, [source = '']]) => source);
  for (const [name, fixture] of Object.entries(COPIES)) {
    if (!isNamed(name) && !sources.includes(name)) continue;
    await mkdir(join(folder, name, '..'), { recursive: true });
    await cp(join(FIXTURES, fixture), join(folder, name));
  }
  if (isNamed('scan.pdf')) await cp(join(FIXTURES, 'document', 'scan.png'), join(folder, 'scan.png'));
  if (commands.some((command) => command.includes('password.txt')))
    await writeFile(join(folder, 'password.txt'), 'пароль\n');
  if (isNamed('task.json')) await writeTask(folder);
  if (isNamed('film.mp4')) await makeFilm(folder);
  if (isNamed('talk.wav') || sources.includes('talk.wav')) await makeTalk(folder);
  for (const [name, words] of made) {
    const output = join(folder, 'made', name);
    await mkdir(join(folder, 'made'), { recursive: true });
    const { exitCode, stderr } = await convertd(['convert', words[0] ?? '', output], { cwd: folder });
    if (exitCode !== 0) throw new Error(`${name}: ${stderr}`);
    await rename(output, join(folder, name));
  }
}

async function writeTask(folder: string): Promise<void> {
  await cp(join(FIXTURES, 'inputs', 'chime.wav'), join(folder, 'chime.wav'));
  const task = { conversion: { category: 'audio', target: 'mp3' }, input: [{ source: 'chime.wav' }] };
  await writeFile(join(folder, 'task.json'), JSON.stringify(task));
}

async function makeFilm(folder: string): Promise<void> {
  const picture = ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=10:duration=12'];
  const sound = ['-f', 'lavfi', '-i', 'sine=duration=12'];
  await execa('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    ...picture,
    ...sound,
    '-pix_fmt',
    'yuv420p',
    join(folder, 'film.mp4'),
  ]);
}

/** Longer than the times in the examples. */
const makeTalk = (folder: string) =>
  execa('ffmpeg', [
    '-nostdin',
    '-v',
    'error',
    '-f',
    'lavfi',
    '-i',
    'sine=duration=100',
    '-ar',
    '16000',
    join(folder, 'talk.wav'),
  ]);
