import { expect, it } from 'vitest';
import { ffmpegFailure } from '../../../../tools/programs/ffmpeg/failures.ts';

it.each([
  ['Output file is empty, nothing was encoded', 'film.mkv is empty: it is over where it begins.'],
  [
    'Error while decoding stream #0:0',
    expect.stringContaining('film.mkv is damaged, or of a kind that ffmpeg does not decode'),
  ],
])('%s: words that hold for films and sounds alike', (stderr, message) => {
  expect(ffmpegFailure(1, stderr, 'film.mkv')).toMatchObject({ code: 'input_damaged', message });
});
