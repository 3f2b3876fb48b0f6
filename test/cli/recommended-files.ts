import { EVERYDAY_FILES, type Sources } from './everyday-files.ts';

const film = (seconds: number, more = '') =>
  `ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=2:duration=${seconds} -f lavfi -i sine=duration=${seconds} ${more} -pix_fmt yuv420p "$OUT"`;
const sound = (seconds: number) => `ffmpeg -v error -f lavfi -i sine=duration=${seconds} -ar 8000 "$OUT"`;
const SPEECH =
  'espeak-ng -v en-us -w "$OUT.wav" "Good morning, this is an interview." && ffmpeg -v error -i "$OUT.wav" "$OUT" && rm "$OUT.wav"';
const SPOKEN_FILM =
  'espeak-ng -v en-us -s 130 -w "$OUT.wav" "Good morning, this is an interview." && ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=5:duration=3 -i "$OUT.wav" -pix_fmt yuv420p "$OUT" && rm "$OUT.wav"';
const PICTURE = 'image/landscape.jpg';
const REPORT = '"$FIXTURES/document/report.pdf"';

/** The typical inputs of tasks. */
export const RECOMMENDED_FILES: Sources = {
  ...EVERYDAY_FILES,
  'report.pdf': { run: `qpdf --empty --pages ${`${REPORT} 1 `.repeat(10)} -- "$OUT"` },
  'batch.pdf': {
    run: '/usr/bin/python3 "$FIXTURES/../test/engines/document/operations/make_codes_pdf.py" "$OUT" QR:A text:b QR:C',
  },
  'signature.pdf': 'document/report.pdf',
  'letter.pdf': 'document/report.pdf',
  'locked.pdf': { run: `qpdf --encrypt secret secret 256 -- ${REPORT} "$OUT"` },
  'password.txt': { run: 'echo secret > "$OUT"' },
  'film.mp4': { run: film(45) },
  'film.mov': { run: film(5) },
  'film.mkv': {
    run: `printf '1\\n00:00:00,000 --> 00:00:01,000\\nHello\\n' > "$OUT.srt" && ffmpeg -v error -f lavfi -i testsrc=size=64x48:rate=5:duration=2 -i "$OUT.srt" "$OUT" && rm "$OUT.srt"`,
  },
  'one.mp4': { run: film(2) },
  'two.mp4': { run: film(2) },
  'music.mp3': { run: sound(3) },
  'talk.wav': { run: sound(125) },
  'interview.mp3': { run: SPEECH },
  'one.jpg': PICTURE,
  'two.jpg': PICTURE,
  'one.png': 'image/logo.png',
  'two.png': 'image/logo.png',
  'one.txt': 'document/letter.txt',
  'two.txt': 'document/letter.txt',
  'download.iso': 'document/letter.txt',
  'letter.eml': 'document/letter.eml',
  'inbox.mbox': 'document/box.mbox',
  'archive.pst': 'document/store.pst',
  'film.srt': 'document/harbour.srt',
  'song.srt': 'document/harbour.srt',
  'one.iso': 'document/letter.txt',
  'two.iso': 'document/report.pdf',
  'checksums.sha256': {
    run: 'cd "$FIXTURES/document" && sha256sum letter.txt | sed s/letter.txt/download.iso/ > "$OUT"',
  },
  'logo.svg': 'image/drawing.svg',
  'paper.tex': 'document/paper.tex',
  'paper.typ': 'document/paper.typ',
  'form.pdf': 'document/form.pdf',
  'invoice.xml': 'document/invoice-ubl.xml',
  'company.p12': {
    run: 'openssl req -x509 -newkey rsa:2048 -nodes -keyout "$OUT.key" -out "$OUT.pem" -days 30 -subj /CN=Ada 2> /dev/null && openssl pkcs12 -export -inkey "$OUT.key" -in "$OUT.pem" -out "$OUT" -passout pass:secret && rm "$OUT.key" "$OUT.pem"',
  },
  'sign.json': { run: `echo '[{"key":"company.p12","password":"secret"}]' > "$OUT"` },
  'papers.zip': { run: 'cd "$TREE" && zip -qr "$OUT" .' },
};

/** A film with speech for what is written down, and a PDF of pictures for PDF/A, as the report has characters without a meaning. */
export const filesFor = (line: string): Sources => ({
  ...RECOMMENDED_FILES,
  ...(line.includes('language_stt') && { 'film.mp4': { run: SPOKEN_FILM } }),
  ...(line.includes('pdf_a') && { 'report.pdf': { run: 'img2pdf "$FIXTURES/document/scan.png" -o "$OUT"' } }),
});
