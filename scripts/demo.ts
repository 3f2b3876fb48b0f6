/** `npm run demo`: converts the fixtures like a person at a terminal, and shows each command and its output. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const INPUTS = join('fixtures', 'inputs');
const OUTPUT = 'demo-output';

/** Conversions to show: words of `convertd convert`, with inputs by their file names. */
const CONVERSIONS: { inputs: string[]; words: string[] }[] = [
  { inputs: ['chime.wav'], words: ['mp3', '-o', 'audio_bitrate=192'] },
  { inputs: ['chime.mp3'], words: ['m4a', '-o', 'normalize=true', '-o', 'normalize_type=ebu'] },
  { inputs: ['chime.wav'], words: ['opus', '-o', 'channels=mono', '-o', 'start=00:00:01'] },
  { inputs: ['papers.tar.gz'], words: ['zip'] },
  { inputs: ['chime.wav', 'squares.txt'], words: ['7z', '-o', 'output_filename=bundle'] },
  { inputs: ['squares.txt'], words: ['sha256'] },
  { inputs: ['squares.txt'], words: ['whirlpool', '-o', 'hmac=shared secret'] },
  { inputs: ['../document/report.docx'], words: ['pdf'] },
  { inputs: ['../document/report.pdf', '../document/readme.md'], words: ['docx'] },
  { inputs: ['../image/landscape.jpg'], words: ['webp', '-o', 'width=400', '-o', 'color=sepia'] },
  { inputs: ['../cad/plan-2018.dwg'], words: ['dxf', '-o', 'version=AC1015'] },
  { inputs: ['../cad/plan-2018.dwg'], words: ['png'] },
  { inputs: ['../image/lights.gif'], words: ['mp4'] },
  { inputs: ['../image/landscape.jpg'], words: ['json'] },
  { inputs: ['../document/slides.pptx'], words: ['thumbnail', '-o', 'width=300'] },
  { inputs: ['../document/report.docx'], words: ['epub', '-o', 'author=A. Writer'] },
  { inputs: ['../document/letter.txt'], words: ['mp3', '-o', 'language_tts=de-DE', '-o', 'output_filename=aloud'] },
  { inputs: ['playlist.mp3'], words: ['mp3'] },
];

await rm(join(ROOT, OUTPUT), { recursive: true, force: true });
await mkdir(join(ROOT, OUTPUT));

const task = join('fixtures', 'audio', 'mp3-to-flac', 'task.json');
await show(['run', task]);
for (const { inputs, words } of CONVERSIONS)
  await show(['convert', ...inputs.map((name) => join(INPUTS, name)), ...words]);

const files = await readdir(join(ROOT, OUTPUT));
console.log(
  `The ${files.length} outputs are in ${relative(process.cwd(), join(ROOT, OUTPUT)) || OUTPUT}/: ${files.sort().join(', ')}`,
);
console.log(
  'The last conversion was refused on purpose: a playlist that calls itself a sound file would read other files.',
);

async function show(words: string[]): Promise<void> {
  const args = [...words, '--output', OUTPUT];
  console.log(`$ bin/convertd ${args.map((word) => (/[^\w./=-]/.test(word) ? `'${word}'` : word)).join(' ')}`);
  await execa(join(ROOT, 'bin', 'convertd'), args, { cwd: ROOT, stdio: 'inherit', reject: false });
  console.log();
}
