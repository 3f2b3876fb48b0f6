import { globSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { convertd, ROOT, temporaryFolder } from '../cli/support.ts';

const FIXTURES = join(ROOT, 'fixtures');

/** Files of the examples that are fixtures under other names. */
const COPIES: Readonly<Record<string, string>> = {
  'report.docx': 'document/report.docx',
  'minutes.pdf': 'document/report.pdf',
  'report.pdf': 'document/report.pdf',
  'letter.pdf': 'document/report.pdf',
  'form.pdf': 'document/form.pdf',
  'page.html': 'document/page.html',
  'novel.epub': 'ebook/voyage.epub',
  'novel.docx': 'document/report.docx',
  'letter.docx': 'document/report.docx',
  'plan.dwg': 'cad/plan-2018.dwg',
  'slides.pptx': 'document/slides.pptx',
  'table.xlsx': 'document/table.xlsx',
  'prices.csv': 'document/stock.csv',
  'notes.md': 'document/readme.md',
  'letter.txt': 'ebook/voyage.txt',
  'one.pdf': 'document/report.pdf',
  'two.pdf': 'document/report.pdf',
  'scan.png': 'document/scan.png',
  'photo.jpg': 'image/landscape.jpg',
  'one.jpg': 'image/landscape.jpg',
  'two.jpg': 'image/landscape.jpg',
  'logo.png': 'image/logo.png',
  'drawing.svg': 'image/drawing.svg',
  'photos/one.jpg': 'image/landscape.jpg',
  'photos/more/two.png': 'image/logo.png',
  // The type of an archive is detected from its content.
  'holiday.rar': 'inputs/papers-locked.7z',
  'papers.rar': 'inputs/papers.tar.gz',
  'papers.zip': 'inputs/papers.tar.gz',
  'photos.tar.gz': 'inputs/papers.tar.gz',
};

/** Conversions that make the other files. */
const MADE: Readonly<Record<string, readonly string[]>> = {
  'photo.heic': ['photos/one.jpg', 'heic'],
  'voyage.azw3': ['novel.epub', 'azw3'],
  'talk.flac': ['talk.wav', 'flac'],
  'photos.zip': ['photos/one.jpg', 'zip'],
  'scan.pdf': ['scan.png', 'document/pdf'],
};

const PLACE_AND_TIME = '-GPSLatitude=48.1 -GPSLatitudeRef=N -Model=Camera -DateTimeOriginal="2026:08:01 12:00:00"';
const TEST_FILM = '-f lavfi -i testsrc=size=320x180:rate=10:duration=12 -f lavfi -i sine=duration=12 -pix_fmt yuv420p';

/** Commands of other programs that make the rest. */
const MADE_BY_OTHERS: Readonly<Record<string, string>> = {
  'handbook.pdf': `pdf=$FIXTURES/document/report.pdf; qpdf --empty --pages $pdf $pdf $pdf $pdf -- handbook.pdf`,
  // The middle one of three pages is blank.
  'batch.pdf':
    'pdf=$FIXTURES/document/report.pdf; echo | ps2pdf - blank.pdf && qpdf --empty --pages $pdf 1 blank.pdf $pdf 1 -- batch.pdf && rm blank.pdf',
  'locked.pdf': 'qpdf --encrypt пароль пароль 256 -- $FIXTURES/document/report.pdf locked.pdf',
  'company.p12':
    'openssl req -x509 -newkey rsa:2048 -nodes -keyout key -out certificate -days 30 -subj /CN=Ada 2> /dev/null && openssl pkcs12 -export -inkey key -in certificate -out company.p12 -passout pass:secret && rm key certificate',
  'sign.json': `echo '[{"key":"company.p12","password":"secret","reason":"Approved"}]' > sign.json`,
  'trip.jpg': `exiftool -q ${PLACE_AND_TIME} -o trip.jpg $FIXTURES/image/landscape.jpg`,
  'film.mp4': `ffmpeg -nostdin -v error ${TEST_FILM} film.mp4`,
  'clip.mov': `ffmpeg -nostdin -v error ${TEST_FILM} clip.mov`,
  'film.srt': String.raw`printf '1\n00:00:01,000 --> 00:00:03,000\nGood morning\n' > film.srt`,
  // Longer than the times in the examples.
  'talk.wav': 'ffmpeg -nostdin -v error -f lavfi -i sine=duration=100 -ar 16000 talk.wav',
};

/** The web page of the examples; tests have one of their own instead. */
export const EXAMPLE = 'https://example.org/page.html';

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
  const inputs = commands.map((command) =>
    /^convertd unpack /.test(command) ? command : command.replace(/ \S+$/, ''),
  );
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
  await writeFile(join(folder, 'password.txt'), 'пароль\n');
  if (isNamed('task.json')) await writeTask(folder);
  for (const [name, command] of Object.entries(MADE_BY_OTHERS)) {
    if (isNamed(name) || sources.includes(name))
      await execa('bash', ['-c', command], { cwd: folder, env: { FIXTURES } });
  }
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

/** Returns the files that an action makes or changes in a folder, sorted. */
export async function newFiles(folder: string, action: () => Promise<unknown>): Promise<string[]> {
  const before = new Set(versions(folder).map(([, version]) => version));
  await action();
  return versions(folder)
    .filter(([, version]) => !before.has(version))
    .map(([name]) => name);
}

const versions = (folder: string): [name: string, version: string][] =>
  globSync('**/*', { cwd: folder })
    .sort()
    .map((name) => [name, statSync(join(folder, name))] as const)
    .filter(([, stats]) => stats.isFile())
    .map(([name, { mtimeMs }]) => [name, `${name} ${mtimeMs}`]);

/** An option or field that the service ignored. */
const IGNORED = /"code":50(01|02|08)/;

/**
 * Sends a request of a page beside its files. Throws Error if it is refused, or if a part of it was ignored.
 * @returns the answer, if the request does not save it, and the new files
 */
export async function send(folder: string, request: string, env: Record<string, string>) {
  const headers = join(await temporaryFolder(), 'headers');
  const line = request.replace(/^curl/, `curl -sS --fail-with-body -D ${headers}`);
  let stdout = '';
  const outputs = await newFiles(folder, async () => {
    ({ stdout } = await execa('bash', ['-c', line], { cwd: folder, env }));
  });
  const received = await readFile(headers, 'utf8');
  if (IGNORED.test(received) || IGNORED.test(stdout)) throw new Error(`${request}: ${received}${stdout}`);
  return { stdout, outputs };
}
