import { describe, expect, it } from 'vitest';
import {
  findEntry,
  listCategories,
  listEntries,
  requireEntries,
  requireEntry,
  resolveTarget,
  validateConversion,
} from '../../src/catalog/index.ts';
import { ConversionErrors } from '../../src/task/errors.ts';

const failure = (attempt: () => unknown) => {
  try {
    attempt();
  } catch (error) {
    if (error instanceof ConversionErrors)
      return error.errors.map(({ code, message }) => `${code}: ${message}`).join('\n');
    throw error;
  }
  return 'no failure';
};

describe('finding entries', () => {
  it('lists by category and target', () => {
    expect(listEntries({ category: 'cad' }).map((entry) => entry.target)).toEqual(['dwg', 'dxf']);
    expect(listEntries({ target: 'pdf' }).map((entry) => entry.category)).toEqual(['document', 'ebook', 'image']);
    expect(listEntries({ category: 'ebook', target: 'pdf' }).map((entry) => entry.id)).toEqual([506]);
    expect(listEntries({ category: 'film' })).toEqual([]);
  });

  it('is exact', () => {
    expect(findEntry('audio', 'mp3')?.id).toBe(207);
    expect(findEntry('audio', 'MP3')).toBeUndefined();
    expect(findEntry('audio', 'mp3/')).toBeUndefined();
    expect(requireEntries('hash')).toEqual(listEntries({ category: 'hash' }));
    expect(requireEntries('hash', 'md5')).toEqual([requireEntry('hash', 'md5')]);
  });

  it('takes an alias for the target that it stands for', () => {
    expect(findEntry('image', 'jpeg')).toBe(requireEntry('image', 'jpg'));
    expect(requireEntries('audio', 'oga').map((entry) => entry.target)).toEqual(['ogg']);
    expect(listEntries({ target: 'htm' }).map(({ category, target }) => `${category}/${target}`)).toEqual([
      'document/html',
      'ebook/html',
    ]);
    expect(validateConversion({ category: 'image', target: 'tif', options: {} }).entry.target).toBe('tiff');
    expect(resolveTarget('.JPEG')).toBe(requireEntry('image', 'jpg'));
    expect(resolveTarget('htm')).toBe(requireEntry('document', 'html'));
    // Only of one category, and never for a name that every object has.
    expect(findEntry('audio', 'jpeg')).toBeUndefined();
    expect(findEntry('audio', 'constructor')).toBeUndefined();
    expect(listEntries().map((entry) => entry.target)).not.toContain('jpeg');
  });

  it('says what exists', () => {
    const archives = requireEntries('archive').map(({ target }) => target);
    expect(archives).toContain('zip');
    expect(failure(() => requireEntry('audoi', 'mp3'))).toBe(
      `target_unknown: There is no category "audoi". Did you mean audio? Categories: ${listCategories().join(', ')}.`,
    );
    expect(failure(() => requireEntries('film'))).toContain('There is no category "film".');
    expect(failure(() => requireEntry('archive', 'zipp'))).toBe(
      `target_unknown: The category archive has no target "zipp". Did you mean zip? Its targets: ${archives.join(', ')}.`,
    );
    expect(failure(() => requireEntry('archive', 'mp3'))).toContain('Did you mean audio/mp3?');
    expect(failure(() => validateConversion({ category: 'constructor', target: 'toString', options: {} }))).toContain(
      'target_unknown: There is no category "constructor".',
    );
  });
});

describe('resolveTarget', () => {
  it.each([
    ['mp3', 207],
    ['.MP3', 207],
    [' audio/mp3 ', 207],
    ['pdf', 403],
    ['ebook/pdf', 506],
    ['document/pdf', 403],
    ['pdf-ebook', 507],
    ['7z', 101],
  ])('%j', (text, id) => expect(resolveTarget(text).id).toBe(id));

  it.each([
    ['mp33', 'There is no target "mp33". Did you mean mp3'],
    ['', 'There is no target "".'],
    ['audio/', 'The category audio has no target "".'],
    ['/mp3', 'There is no category "".'],
  ])('%j: %s', (text, message) => expect(failure(() => resolveTarget(text))).toContain(`target_unknown: ${message}`));

  it('can tell every target apart by its full name', () => {
    for (const entry of listEntries()) expect(resolveTarget(`${entry.category}/${entry.target}`)).toBe(entry);
  });
});
