/** A command as a newcomer types it, and what must exist afterwards. */
export interface Everyday {
  /** For a shell, in a folder with the files. */
  readonly line: string;
  /** Files to start with, of those in everyday-files.ts. */
  readonly files: string;
  /** Files that must exist afterwards. Each has the type of its extension. */
  readonly makes: string;
  /** For a command that is refused: what the message says to type instead. */
  readonly says?: RegExp;
  /** A command about the result, by a program that did not make it, and what it prints. */
  readonly check?: readonly [command: string, prints: RegExp];
}

const everyday = (line: string, files: string, makes: string, ...check: [] | [string, RegExp]): Everyday => ({
  line,
  files,
  makes,
  ...(check.length === 2 && { check }),
});

const refused = (line: string, files: string, says: RegExp): Everyday => ({ line, files, makes: '', says });

const seconds = (file: string) => `ffprobe -v error -show_entries format=duration -of csv=p=0 ${file}`;
const width = (file: string) => `ffprobe -v error -select_streams v -show_entries stream=width -of csv=p=0 ${file}`;
const pages = (file: string) => `pdfinfo ${file} | grep Pages`;
const streams = (file: string) => `ffprobe -v error -show_entries stream=codec_type -of csv=p=0 ${file} | sort | xargs`;

/** Written by what people want, before any of them was run. */
export const EVERYDAY: readonly Everyday[] = [
  // Sound
  everyday('convertd talk.wav mp3', 'talk.wav', 'talk.mp3'),
  everyday('convertd talk.wav talk.mp3', 'talk.wav', 'talk.mp3'),
  everyday('convertd *.wav flac', 'talk.wav one.wav', 'talk.flac one.flac'),
  everyday('convertd song.flac song.mp3 -o audio_bitrate=320', 'song.flac', 'song.mp3', 'file song.mp3', /320 kbps/),
  everyday('convertd song.mp3 ringtone', 'song.mp3', 'song.m4r'),
  everyday('convertd song.m4a wav', 'song.m4a', 'song.wav'),
  everyday('convertd talk.wav short.mp3 -o start=0 -o end=1', 'talk.wav', 'short.mp3', seconds('short.mp3'), /^1\.0/),
  everyday('convertd song.mp3 song.ogg -o normalize=true', 'song.mp3', 'song.ogg'),
  everyday('convertd one.mp3 two.mp3 all.mp3', 'one.mp3 two.mp3', 'all.mp3', seconds('all.mp3'), /^6\./),
  everyday('convertd song.mp3 compress', 'song.mp3', 'song-compressed.mp3'),
  everyday('convertd song.mp3 waveform', 'song.mp3', 'song.png'),
  refused(
    'convertd letter.txt letter.mp3',
    'letter.txt',
    /^Type: convertd letter\.txt letter\.mp3 -o language_tts=en-GB$/m,
  ),
  // Film
  everyday('convertd film.mov mp4', 'film.mov', 'film.mp4'),
  everyday('convertd film.mkv film.mp4', 'film.mkv', 'film.mp4'),
  everyday('convertd film.mp4 webm', 'film.mp4', 'film.webm'),
  everyday('convertd film.mp4 gif', 'film.mp4', 'film.gif', 'identify film.gif | wc -l', /^[2-9]|^\d\d/),
  everyday('convertd film.mp4 film.gif', 'film.mp4', 'film.gif', 'identify film.gif | wc -l', /^[2-9]|^\d\d/),
  everyday('convertd film.mp4 mp3', 'film.mp4', 'film.mp3'),
  everyday('convertd film.mp4 sound.wav', 'film.mp4', 'sound.wav'),
  everyday('convertd film.mp4 compress', 'film.mp4', 'film-compressed.mp4'),
  everyday('convertd film.mp4 small.mp4 -o width=32', 'film.mp4', 'small.mp4', width('small.mp4'), /^32/),
  everyday('convertd film.mp4 cut.mp4 -o start=0 -o end=1', 'film.mp4', 'cut.mp4', seconds('cut.mp4'), /^1\.[0-3]/),
  everyday('convertd film.mp4 mp4 -o rotate=90', 'film.mp4', 'film-turned.mp4', width('film-turned.mp4'), /^48/),
  everyday('convertd film.mp4 silent.mp4 -o mute=true', 'film.mp4', 'silent.mp4', streams('silent.mp4'), /^video$/),
  everyday('convertd film.mp4 clip.mp4 both.mp4', 'film.mp4 clip.mp4', 'both.mp4', seconds('both.mp4'), /^4\./),
  everyday(
    'convertd film.mp4 song.mp3 music.mp4',
    'film.mp4 song.mp3',
    'music.mp4',
    streams('music.mp4'),
    /audio video/,
  ),
  everyday('convertd film.mp4 still.jpg', 'film.mp4', 'still.jpg', width('still.jpg'), /^64/),
  everyday('convertd film.mp4 thumbnail', 'film.mp4', 'film.png'),
  everyday('convertd lights.gif lights.mp4', 'lights.gif', 'lights.mp4'),
  everyday('convertd *.jpg slideshow.mp4', 'photo.jpg beach.jpg', 'slideshow.mp4', streams('slideshow.mp4'), /video/),
  // Pictures
  everyday('convertd photo.heic jpg', 'photo.heic', 'photo.jpg'),
  everyday('convertd IMG_1.HEIC IMG_1.JPG', 'IMG_1.HEIC', 'IMG_1.JPG'),
  everyday('convertd photo.jpg photo.png', 'photo.jpg', 'photo.png'),
  everyday('convertd *.png webp', 'logo.png icon.png', 'logo.webp icon.webp'),
  everyday('convertd photo.webp jpeg', 'photo.webp', 'photo.jpg'),
  everyday('convertd "my photo.jpg" png', 'my photo.jpg', 'my photo.png'),
  everyday('convertd photo.jpg -o width=200 small.jpg', 'photo.jpg', 'small.jpg', width('small.jpg'), /^200/),
  everyday('convertd photo.jpg small.jpg -o resize=200', 'photo.jpg', 'small.jpg', width('small.jpg'), /^200/),
  everyday('convertd photo.jpg compress', 'photo.jpg', 'photo-compressed.jpg'),
  everyday('convertd logo.png favicon.ico', 'logo.png', 'favicon.ico'),
  everyday('convertd drawing.svg png', 'drawing.svg', 'drawing.png'),
  everyday('convertd photo.jpg pdf', 'photo.jpg', 'photo.pdf'),
  everyday('convertd *.jpg album.pdf', 'photo.jpg beach.jpg', 'album.pdf', pages('album.pdf'), / 2$/m),
  everyday('convertd scan.png photo.jpg all.pdf', 'scan.png photo.jpg', 'all.pdf', pages('all.pdf'), / 2$/m),
  everyday('convertd photo.heic logo.png all.pdf', 'photo.heic logo.png', 'all.pdf', pages('all.pdf'), / 2$/m),
  everyday('convertd photos --recursive --to webp --output small', 'photos/a.jpg', 'small/a.webp'),
  everyday('convertd photos webp -r', 'photos/a.jpg', 'a.webp'),
  everyday('convertd photo.jpg jpg -o rotate=90', 'photo.jpg', 'photo-turned.jpg', width('photo-turned.jpg'), /^200/),
  everyday('convertd photo.jpg grey.jpg -o color=gray', 'photo.jpg', 'grey.jpg', 'identify grey.jpg', /Gray|256c/),
  everyday('convertd logo.png logo.svg', 'logo.png', 'logo.svg'),
  refused(
    'convertd logo.png icon.png moving.gif',
    'logo.png icon.png',
    /Type: convertd logo\.png icon\.png gif --output DIR/,
  ),
  everyday(
    'convertd photo.jpg small.jpg -o max_size=5kB',
    'photo.jpg',
    'small.jpg',
    'find . -name small.jpg -size -11',
    /./,
  ),
  everyday('convertd photo.jpg clean.jpg -o strip_metadata=true', 'photo.jpg', 'clean.jpg'),
  everyday('convertd photo.jpg exif', 'photo.jpg', 'photo.json'),
  everyday('convertd scan.png docx -o ocr=true', 'scan.png', 'scan.docx'),
  everyday('convertd photo.jpg photo.tif', 'photo.jpg', 'photo.tif'),
  // Documents
  everyday('convertd report.docx pdf', 'report.docx', 'report.pdf'),
  everyday('convertd report.docx final.pdf', 'report.docx', 'final.pdf'),
  everyday('convertd *.docx --to pdf --output out', 'report.docx', 'out/report.pdf'),
  everyday('convertd --to pdf report.docx', 'report.docx', 'report.pdf'),
  everyday('convertd report.pdf word', 'report.pdf', 'report.docx'),
  everyday('convertd report.pdf compress', 'report.pdf', 'report-compressed.pdf'),
  everyday('convertd one.pdf two.pdf all.pdf', 'one.pdf two.pdf', 'all.pdf', pages('all.pdf'), / 4$/m),
  everyday('convertd report.docx two.pdf all.pdf', 'report.docx two.pdf', 'all.pdf', pages('all.pdf'), / [3-9]$/m),
  everyday('convertd two.pdf first.pdf -o pages=1', 'two.pdf', 'first.pdf', pages('first.pdf'), / 1$/m),
  everyday('convertd two.pdf pdf -o rotate=90', 'two.pdf', 'two-turned.pdf', 'pdfinfo two-turned.pdf', /rot: +90/),
  everyday('convertd two.pdf pdf -o split=all', 'two.pdf', 'two-part.zip', 'unzip -l two-part.zip', /2 files/),
  everyday('convertd two.pdf split', 'two.pdf', 'two-part.zip', 'unzip -l two-part.zip', /2 files/),
  everyday('convertd one.pdf two.pdf merge', 'one.pdf two.pdf', 'one-merged.pdf', pages('one-merged.pdf'), / 4$/m),
  everyday('convertd report.pdf jpg', 'report.pdf', 'report.jpg'),
  everyday('convertd report.pdf page.png -o dpi=72', 'report.pdf', 'page.png', width('page.png'), /^59\d/),
  everyday('convertd report.pdf txt', 'report.pdf', 'report.txt'),
  everyday('convertd report.pdf markdown', 'report.pdf', 'report.md'),
  everyday('convertd scan.png scan.txt -o ocr=true', 'scan.png', 'scan.txt', 'wc -w scan.txt', /^ *\d\d/),
  everyday('convertd scan.png ocr', 'scan.png', 'scan.pdf', 'pdftotext scan.pdf - | wc -w', /^ *\d\d/),
  everyday('convertd table.xlsx csv', 'table.xlsx', 'table.zip'),
  everyday('convertd stock.csv excel', 'stock.csv', 'stock.xlsx'),
  everyday('convertd slides.pptx pdf', 'slides.pptx', 'slides.pdf'),
  everyday('convertd readme.md html', 'readme.md', 'readme.html'),
  everyday('convertd readme.md readme.docx', 'readme.md', 'readme.docx'),
  everyday('convertd page.html pdf', 'page.html', 'page.pdf'),
  everyday('convertd letter.txt pdf', 'letter.txt', 'letter.pdf'),
  everyday('convertd report.doc docx', 'report.doc', 'report.docx'),
  everyday(
    'convertd two.pdf locked.pdf -o protect=secret',
    'two.pdf',
    'locked.pdf',
    'qpdf --is-encrypted locked.pdf; echo $?',
    /^0/,
  ),
  everyday(
    'convertd locked.pdf open.pdf --password-file pw',
    'locked.pdf pw',
    'open.pdf',
    'qpdf --is-encrypted open.pdf; echo $?',
    /^2/,
  ),
  everyday(
    'convertd report.pdf archive.pdf -o pdf_a=true',
    'report.pdf',
    'archive.pdf',
    'pdfinfo -meta archive.pdf',
    /pdfaid:part>2</,
  ),
  everyday(
    'convertd report.pdf draft.pdf -o watermark=DRAFT',
    'report.pdf',
    'draft.pdf',
    "pdftotext draft.pdf - | tr -d ' \\n\\f'",
    /DRAFT/,
  ),
  // Books
  everyday('convertd novel.epub kindle', 'novel.epub', 'novel.azw3'),
  everyday('convertd novel.epub mobi', 'novel.epub', 'novel.mobi'),
  everyday('convertd novel.epub pdf', 'novel.epub', 'novel.pdf'),
  everyday('convertd report.docx novel.epub -o title="My novel"', 'report.docx', 'novel.epub'),
  everyday('convertd comic.cbz pdf', 'comic.cbz', 'comic.pdf'),
  // Archives, drawings, digests
  everyday('convertd files.zip 7z', 'files.zip', 'files.7z'),
  everyday(
    'convertd report.pdf photo.jpg stuff.zip',
    'report.pdf photo.jpg',
    'stuff.zip',
    'unzip -l stuff.zip',
    /2 files/,
  ),
  everyday('convertd photos photos.zip', 'photos/a.jpg', 'photos.zip', 'unzip -l photos.zip', /a\.jpg/),
  everyday('convertd unpack files.zip', 'files.zip', 'files/letter.txt files/deep/readme.md'),
  everyday('convertd unzip files.tar.gz --output here', 'files.tar.gz', 'here/letter.txt here/deep/readme.md'),
  everyday('convertd plan.dwg pdf', 'plan.dwg', 'plan.pdf'),
  everyday(
    'convertd letter.txt sha256',
    'letter.txt',
    'letter.sha256',
    'sha256sum letter.txt | cut -c1-64 | grep -f letter.sha256',
    /./,
  ),
  everyday('cat talk.wav | convertd - - --to mp3 > out.mp3', 'talk.wav', 'out.mp3'),
];
