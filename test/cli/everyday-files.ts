import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { ROOT } from './support.ts';

const film = (format: string) =>
  `ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=10:duration=2 -f lavfi -i sine=duration=2 -shortest ${format} "$OUT"`;

/** Where files come from: a fixture, or a command that writes $OUT. */
export type Sources = Readonly<Record<string, string | { readonly run: string }>>;

/** Files of everyday commands. */
export const EVERYDAY_FILES: Sources = {
  'talk.wav': 'inputs/chime.wav',
  'one.wav': 'inputs/chime.wav',
  'song.mp3': 'inputs/chime.mp3',
  'one.mp3': 'inputs/chime.mp3',
  'two.mp3': 'inputs/chime.mp3',
  'song.flac': { run: 'ffmpeg -v error -i "$FIXTURES/inputs/chime.wav" "$OUT"' },
  'song.m4a': { run: 'ffmpeg -v error -i "$FIXTURES/inputs/chime.wav" "$OUT"' },
  'film.mp4': { run: film('-pix_fmt yuv420p') },
  'clip.mp4': { run: film('-pix_fmt yuv420p') },
  'film.mov': { run: film('-pix_fmt yuv420p') },
  'film.mkv': { run: film('') },
  'lights.gif': 'image/lights.gif',
  'photo.jpg': 'image/landscape.jpg',
  'beach.jpg': 'image/landscape.jpg',
  'my photo.jpg': 'image/landscape.jpg',
  'photos/a.jpg': 'image/landscape.jpg',
  'photo.heic': { run: 'heif-enc -q 50 "$FIXTURES/image/landscape.jpg" -o "$OUT"' },
  'IMG_1.HEIC': { run: 'heif-enc -q 50 "$FIXTURES/image/landscape.jpg" -o "$OUT"' },
  'photo.webp': { run: 'ffmpeg -v error -i "$FIXTURES/image/landscape.jpg" "$OUT"' },
  'logo.png': 'image/logo.png',
  'icon.png': 'image/logo.png',
  'drawing.svg': 'image/drawing.svg',
  'scan.png': 'document/scan.png',
  'report.docx': 'document/report.docx',
  'report.doc': 'document/report.doc',
  'report.pdf': 'document/report.pdf',
  'one.pdf': {
    run: 'qpdf --empty --pages "$FIXTURES/document/report.pdf" 1 "$FIXTURES/document/report.pdf" 1 -- "$OUT"',
  },
  'two.pdf': {
    run: 'qpdf --empty --pages "$FIXTURES/document/report.pdf" 1 "$FIXTURES/document/report.pdf" 1 -- "$OUT"',
  },
  'locked.pdf': { run: 'qpdf --encrypt secret secret 256 -- "$FIXTURES/document/report.pdf" "$OUT"' },
  'scan.pdf': { run: 'img2pdf "$FIXTURES/document/scan.png" -o "$OUT"' },
  pw: { run: 'echo secret > "$OUT"' },
  'table.xlsx': 'document/table.xlsx',
  'stock.csv': 'document/stock.csv',
  'slides.pptx': 'document/slides.pptx',
  'readme.md': 'document/readme.md',
  'letter.txt': 'document/letter.txt',
  'page.html': 'document/page.html',
  'novel.epub': 'ebook/voyage.epub',
  'comic.cbz': 'ebook/comic.cbz',
  'plan.dwg': 'cad/plan-2000.dwg',
  'files.zip': { run: 'cd "$TREE" && zip -qr "$OUT" .' },
  'files.tar.gz': { run: 'cd "$TREE" && tar czf "$OUT" .' },
};

const FIXTURES = join(ROOT, 'fixtures');

/**
 * Makes the files of these names in a folder.
 * @param scratch another folder, for what goes into archives
 */
export async function makeFiles(
  names: readonly string[],
  sources: Sources,
  { folder, scratch }: { readonly folder: string; readonly scratch: string },
): Promise<void> {
  const tree = join(scratch, 'tree');
  await mkdir(join(tree, 'deep'), { recursive: true });
  await writeFile(join(tree, 'letter.txt'), 'Dear all\n');
  await writeFile(join(tree, 'deep', 'readme.md'), '# Read me\n');
  for (const name of names) {
    const source = sources[name];
    if (source === undefined) throw new Error(`No source for ${name}`);
    const out = join(folder, name);
    await mkdir(dirname(out), { recursive: true });
    if (typeof source === 'string') await cp(join(FIXTURES, source), out);
    else await execa('bash', ['-c', source.run], { env: { OUT: out, FIXTURES, TREE: tree } });
  }
}
