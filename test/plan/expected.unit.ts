import { describe, expect, it } from 'vitest';
import { creditsOf } from '../../src/plan/credits.ts';
import { asksForMore, expectedSeconds } from '../../src/plan/expected-seconds.ts';
import { likelyLosses } from '../../src/plan/likely-losses.ts';

const picture = (megapixels: number) => ({
  ...{ format: 'jpg', kind: 'image', bytes: 1e6, counts: { width_pixels: 1000, height_pixels: megapixels * 1000 } },
});

describe('expected seconds', () => {
  it('grow with what is converted', () => {
    const [small, large] = [1, 100].map((size) => expectedSeconds('image', 'png', [picture(size)]));
    expect(small).toBeGreaterThan(0);
    expect(large).toBeGreaterThan(small ?? 0);
    expect(expectedSeconds('image', 'png', [picture(100), picture(100)])).toBeGreaterThan(large ?? 0);
  });

  it('are unknown where nothing like it was measured, or the input does not say how large it is', () => {
    expect(expectedSeconds('hash', 'sha256', [picture(1)])).toBeNull();
    expect(expectedSeconds('image', 'png', [{ ...picture(1), counts: {} }])).toBeNull();
    expect(expectedSeconds('image', 'png', [])).toBeNull();
  });

  it('are unknown where options ask for work that was not measured', () => {
    expect([{}, { ocr: false }, { ocr: true }, { language_stt: 'en' }].map(asksForMore)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('cost credits: one, and one for each 100 MB and each minute', () => {
    expect(creditsOf({ inputBytes: 0, seconds: 0 })).toBe(1);
    expect(creditsOf({ inputBytes: 250e6, seconds: 61 })).toBe(4);
  });
});

describe('likely losses', () => {
  const inputs = { comments: 2, tables: 1, pages: 3, slides_with_notes: 1 };
  const names = (category: string, target: string, options = {}) =>
    likelyLosses({ category, target }, inputs, options).map(({ count }) => count);

  it('are what the target has no place for', () => {
    expect(names('document', 'txt')).toEqual(['tables', 'comments', 'slides_with_notes']);
    expect(names('document', 'md')).toEqual(['comments', 'slides_with_notes']);
    expect(names('document', 'pdf')).toEqual(['slides_with_notes']);
    expect(names('document', 'pdf', { export_notes_pages: true })).toEqual([]);
    expect(names('image', 'png')).toEqual(['comments', 'slides_with_notes']);
    expect(names('document', 'docx')).toEqual([]);
  });

  it('are not made up where the target is not named after its format', () => {
    expect(names('ebook', 'kepub')).toEqual(['comments', 'slides_with_notes']);
    expect(names('ebook', 'pdf-ebook')).toEqual(['slides_with_notes']);
    expect(names('document', 'chunks')).toEqual(['comments', 'slides_with_notes']);
    expect(names('document', 'srt')).toEqual([]);
  });

  it('are none where the file stays or something is said about it', () => {
    for (const path of ['archive/zip', 'hash/sha256', 'metadata/json', 'operation/compress']) {
      const [category = '', target = ''] = path.split('/');
      expect(names(category, target), path).toEqual([]);
    }
  });
});
