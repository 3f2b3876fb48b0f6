import { describe, expect, it } from 'vitest';
import { meaningOf } from '../../src/cli/convert/meaning.ts';
import { readWords, targetOfName } from '../../src/cli/convert/words.ts';
import { ConversionErrors } from '../../src/task/errors.ts';

const read = (words: string[], flags = {}) => {
  const { inputs, wanted, place } = readWords(words, flags);
  const { entry } = meaningOf(wanted, []);
  return { inputs, target: `${entry.category}/${entry.target}`, place };
};

const refusal = (words: string[], flags = {}): string => {
  try {
    read(words, flags);
  } catch (error) {
    if (error instanceof ConversionErrors) return error.message;
    throw error;
  }
  return 'no refusal';
};

const FOLDER = { kind: 'folder', location: null };

describe('the words of convert', () => {
  it.each([
    [['talk.wav', 'mp3'], {}, ['talk.wav'], 'audio/mp3', FOLDER],
    [['a.wav', 'b.wav', 'audio/mp3'], {}, ['a.wav', 'b.wav'], 'audio/mp3', FOLDER],
    [['talk.wav', 'out/talk.mp3'], {}, ['talk.wav'], 'audio/mp3', { kind: 'file', path: 'out/talk.mp3' }],
    [['a.txt', 'all.tar.gz'], {}, ['a.txt'], 'archive/tgz', { kind: 'file', path: 'all.tar.gz' }],
    [['photo.heic', 'photo.jpeg'], {}, ['photo.heic'], 'image/jpg', { kind: 'file', path: 'photo.jpeg' }],
    [['a.docx', 'b.docx'], { to: 'pdf' }, ['a.docx', 'b.docx'], 'document/pdf', FOLDER],
    [['a.docx'], { to: 'pdf', output: 'out' }, ['a.docx'], 'document/pdf', { kind: 'folder', location: 'out' }],
    [['-', '-'], { to: 'mp3' }, ['-'], 'audio/mp3', { kind: 'stdout' }],
    [['-'], { to: 'mp3' }, ['-'], 'audio/mp3', FOLDER],
    [['-', 'mp3'], { output: '-' }, ['-'], 'audio/mp3', { kind: 'stdout' }],
    [['novel.epub', 'kindle'], {}, ['novel.epub'], 'ebook/azw3', FOLDER],
    [['talk.wav', 'to', 'mp3'], {}, ['talk.wav'], 'audio/mp3', FOLDER],
    [['a.wav', 'b.wav', '*.mp3'], {}, ['a.wav', 'b.wav'], 'audio/mp3', FOLDER],
    [['talk.wav', 'mp3', '-'], {}, ['talk.wav'], 'audio/mp3', { kind: 'stdout' }],
    [['a.docx', 'pdf', 'out/'], {}, ['a.docx'], 'document/pdf', { kind: 'folder', location: 'out/' }],
    [
      ['report.pdf', 'compress', 'small.pdf'],
      {},
      ['report.pdf'],
      'operation/compress',
      { kind: 'file', path: 'small.pdf' },
    ],
    [['compress', 'report.pdf'], {}, ['report.pdf'], 'operation/compress', FOLDER],
    [['merge', 'a.pdf', 'b.pdf', 'all.pdf'], {}, ['a.pdf', 'b.pdf'], 'document/pdf', { kind: 'file', path: 'all.pdf' }],
    [['talk.wav'], { output: 'talk.mp3' }, ['talk.wav'], 'audio/mp3', { kind: 'file', path: 'talk.mp3' }],
    [['talk.wav', 'mp3'], { output: 'out' }, ['talk.wav'], 'audio/mp3', { kind: 'folder', location: 'out' }],
  ])('%j with %j', (words, flags, inputs, target, place) => {
    expect(read(words, flags)).toEqual({ inputs, target, place });
  });

  it.each([
    [['talk.wav'], {}, '"convertd talk.wav pdf"'],
    [['talk.wav', 'mp33'], {}, 'There is no target "mp33". Did you mean mp3?'],
    [['talk.wav', 'out.mp33'], {}, 'There is no target "out.mp33"'],
    [['talk.wav', '-'], {}, '"convertd talk.wav mp3 -"'],
    [['talk.wav', 'talk.mp3'], { output: 'out/' }, 'Write out/talk.mp3 instead.'],
    [['talk.wav', '-'], { to: 'mp3', output: 'out' }, '"-" and --output both say where the output goes.'],
  ])('%j with %j is refused', (words, flags, message) => {
    expect(refusal(words, flags)).toContain(message);
  });

  it.each([
    ['gif', ['mp4'], 'video/gif'],
    ['gif', ['png'], 'image/gif'],
    ['gif', ['png', 'mp4', 'mov'], 'video/gif'],
    ['webp', ['mkv'], 'video/webp'],
    ['pdf', ['epub'], 'document/pdf'],
    ['pdf', ['zip'], 'ebook/pdf'],
    ['rotate', ['jpg'], 'image/jpg'],
    ['rotate', ['mp4'], 'video/mp4'],
    ['merge', ['jpg', 'png'], 'document/pdf'],
    ['ocr', ['png'], 'document/pdf'],
  ])('%s of %j', (word, formats, target) => {
    const { entry } = meaningOf(readWords(['file', word], {}).wanted, formats);
    expect(`${entry.category}/${entry.target}`).toBe(target);
  });

  it('takes a picture of a film, and says so', () => {
    const { reading, note } = meaningOf({ target: 'jpg', task: null }, ['mp4']);
    expect([reading?.engine, note]).toEqual(['video', expect.stringContaining('first picture of the film')]);
  });

  it('takes the longest extension that is a target', () => {
    expect(targetOfName('v1.2.tar.gz')).toBe('tar.gz');
    expect(targetOfName('report.final.PDF')).toBe('pdf');
    expect(targetOfName('pdf')).toBeNull();
    expect(targetOfName('report.final')).toBeNull();
  });
});
