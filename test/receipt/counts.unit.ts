import { describe, expect, it } from 'vitest';
import { COUNT_NAMES, countsIn, countsInOutput, fewerIn, together } from '../../src/receipt/counts.ts';
import { missingContent, refusedBy, sortWarnings } from '../../src/receipt/losses.ts';
import type { WarningCode } from '../../src/task/codes.ts';

describe('counts', () => {
  it('are 0 where a file can have the thing and has none, and unknown where nobody looked', () => {
    expect(countsIn({ pdf: { pages: 2 } })).toEqual({
      ...{ pages: 2, bookmarks: 0, attachments: 0, form_fields: 0, signatures: 0, fonts: 0 },
    });
    expect(countsIn({ office: { pages: 3, sheets: { count: 2, items: [] } } })).toEqual({ pages: 3, sheets: 2 });
    expect(countsIn({})).toEqual({});
    // What a password closes, or could not be read, is not known to be missing.
    expect(countsIn({ encrypted: true, pdf: { pages: 2 } })).toEqual({ pages: 2 });
    expect(countsIn({ warnings: [{}], pdf: { pages: 2 } })).toEqual({ pages: 2 });
  });

  it('of streams are by kind', () => {
    const items = [
      { kind: 'video', width_pixels: 640, height_pixels: 360, frame_rate: 25 },
      { kind: 'audio', channels: 6, sample_rate_hertz: 48_000 },
      { kind: 'audio', channels: 2, sample_rate_hertz: 44_100 },
    ];
    expect(countsIn({ media: { duration_seconds: 2.5, streams: { count: 3, items } } })).toMatchObject({
      ...{ seconds: 2.5, video_tracks: 1, audio_tracks: 2, subtitle_tracks: 0, channels: 6 },
      ...{ samples_per_second: 48_000, width_pixels: 640, frames_per_second: 25, chapters: 0, covers: 0 },
    });
  });

  it('of several files are added, but not their sizes in pixels, and not what one does not tell', () => {
    expect(
      together([
        { pages: 2, words: 5, width_pixels: 10 },
        { pages: 1, width_pixels: 30 },
      ]),
    ).toEqual({
      pages: 3,
      width_pixels: 30,
    });
    expect(together([{ pages: 2 }, null])).toEqual({});
    expect(together([])).toEqual({});
  });

  it('of a plain text are 0 for what no text has', () => {
    const text = countsInOutput({ type: { name: 'txt', kind: 'text' }, text: { words: 7 } }, {});
    expect(text).toMatchObject({ words: 7, pictures: 0, attachments: 0 });
    expect(fewerIn({ words: 7, pictures: 1, slides: 2 }, text)).toEqual(['pictures']);
    expect(fewerIn({ pictures: 1 }, {})).toEqual([]);
  });

  it('of an output are 0 for what files like it never have, unless an option shows it in another form', () => {
    const pdf = { type: { name: 'pdf', kind: 'document' }, pdf: { pages: 2 } };
    expect(countsInOutput(pdf, {})).toMatchObject({ slides_with_notes: 0, pages: 2 });
    expect(countsInOutput(pdf, { export_notes_pages: true })).not.toHaveProperty('slides_with_notes');
    const named = (name: string) =>
      countsInOutput({ file: { name }, type: { name: 'txt', kind: 'text' }, contents: { tables: 2 } }, {});
    expect(named('a.md')).toMatchObject({ tables: 2, comments: 0 });
    expect(named('a.md')).not.toHaveProperty('pictures');
    expect(named('a.txt')).toMatchObject({ pictures: 0 });
    expect(countsInOutput({ type: { name: 'png', kind: 'image' } }, {})).toMatchObject({ links: 0, comments: 0 });
  });

  it('have names that say what they are', () => {
    for (const name of COUNT_NAMES) expect(name).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
  });
});

describe('losses', () => {
  const warnings = (['option_adjusted', 'output_limited', 'metadata_lost', 'tried_again'] as const).map(
    (code: WarningCode) => ({ source: 'conversion' as const, id_source: null, code, message: code, details: {} }),
  );
  const codes = (some: readonly { readonly code: string }[]) => some.map(({ code }) => code);

  it('are told from changed options and the rest', () => {
    const { losses, changed, notes } = sortWarnings(warnings);
    expect([codes(losses), codes(changed), codes(notes)]).toEqual([
      ['output_limited', 'metadata_lost'],
      ['option_adjusted'],
      ['tried_again'],
    ]);
  });

  it('of content are what nobody asked for', () => {
    const counts = {
      comments: { input: 2, output: 0 },
      tables: { input: 3, output: 2 },
      pages: { input: 2, output: 1 },
    };
    const fewer = ['comments', 'tables', 'pages'];
    expect(missingContent({}, { fewer, counts })).toEqual(['comments']);
    expect(missingContent({ quality: 80, strict: 'content' }, { fewer, counts })).toEqual(['comments']);
    for (const option of ['pages', 'export_pages', 'remove_annotations', 'start', 'flatten']) {
      expect(missingContent({ [option]: '1' }, { fewer, counts }), option).toEqual([]);
    }
    const none = { tables: { input: 3, output: 0 } };
    expect(missingContent({}, { fewer: ['tables'], counts: none })).toEqual(['tables']);
  });

  it('are refused as strict says', () => {
    expect(codes(refusedBy('none', warnings))).toEqual([]);
    expect(codes(refusedBy('content', warnings))).toEqual(['output_limited']);
    expect(codes(refusedBy('any', warnings))).toEqual(['option_adjusted', 'output_limited', 'metadata_lost']);
  });
});
