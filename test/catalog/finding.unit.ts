import { describe, expect, it } from 'vitest';
import { leadsTo } from '../../src/catalog/conversion-graph.ts';
import { exampleCommands, shortName } from '../../src/catalog/example.ts';
import { isTarget, listEntries, requireEntry, resolveTarget, validateConversion } from '../../src/catalog/index.ts';
import { groupOptions } from '../../src/catalog/option-groups.ts';
import { renderEntry, renderFound, renderLeads } from '../../src/catalog/render.ts';
import { searchCatalog, targetsFor } from '../../src/catalog/search.ts';
import { INTENTS, WORDS } from '../../src/catalog/vocabulary.ts';

const pathOf = ({ category, target }: { category: string; target: string }) => `${category}/${target}`;
const offered = () => null;

describe('words for targets', () => {
  it.each(WORDS)('$word stands for $target, and is no target itself', ({ word, target }) => {
    expect(pathOf(resolveTarget(word))).toBe(target);
    expect(listEntries({ target: word })).toEqual([]);
  });

  it('a category and a task say what to write instead', () => {
    expect(() => resolveTarget('audio')).toThrow('"audio" is a category. Give one of its targets: aac,');
    expect(() => resolveTarget('compress pdf')).toThrow('That is done by operation/compress.');
    expect(() => resolveTarget('ocr')).toThrow('That is done by document/pdf with ocr and language.');
    expect(() => resolveTarget('audoi')).toThrow('Did you mean audio?');
    expect([isTarget('kindle'), isTarget('audio'), isTarget('ebook/pdf')]).toEqual([true, false, true]);
  });
});

describe('tasks in people’s words', () => {
  it('are possible, without a warning', () => {
    const warnings = INTENTS.flatMap(({ target, options }) => {
      const [category = '', name = ''] = target.split('/');
      return validateConversion({ category, target: name, options }).warnings;
    });
    expect(warnings).toEqual([]);
  });

  it.each([
    ['pdf to word', 'document/docx'],
    ['compress pdf', 'operation/compress'],
    ['Rotate my PDF', 'document/pdf'],
    ['rotation of a photo', 'image/jpg'],
    ['ocr', 'document/pdf'],
    ['transcribe', 'document/docx'],
    ['read aloud', 'audio/mp3'],
    ['thumbnails', 'operation/thumbnail'],
  ])('"%s" is %s', (text, target) => {
    expect(searchCatalog(text).intents.map((intent) => intent.target)).toContain(target);
    expect(targetsFor(text).map(pathOf)).toContain(target);
  });

  it.each([
    ['jpeg', 'image/jpg'],
    ['tif', 'image/tiff'],
    ['excel', 'document/xlsx'],
    ['markdown', 'document/md'],
    ['kindle', 'ebook/azw3'],
    ['photo to jpeg', 'image/jpg'],
  ])('"%s" finds the target %s', (text, target) => {
    expect(searchCatalog(text).targets.map(pathOf)).toContain(target);
  });

  it('finds options by their names and by what they do', () => {
    expect(searchCatalog('rotate').options[0]).toMatchObject({ option: 'rotate' });
    expect(searchCatalog('loudness').options.map(({ option }) => option)).toContain('normalize');
    expect(searchCatalog('bitrate').options.map(({ option }) => option)).toContain('audio_bitrate');
    expect(renderFound(searchCatalog('rotate'))).toMatch(/rotate: document\/pdf; \d+ targets of image/);
  });

  it('finds nothing where there is nothing', () => {
    expect(renderFound(searchCatalog('xyzzy'))).toBeNull();
    expect(renderFound(searchCatalog('...'))).toBeNull();
    expect(targetsFor('x'.repeat(100_000))).toEqual([]);
  });
});

describe('a target for people', () => {
  it('has each option in one group, and an example', () => {
    const problems = listEntries().flatMap((entry) => {
      const { everyday, more, shared, common, deprecated } = groupOptions(entry);
      const grouped = [...everyday, ...more, ...shared, ...common, ...deprecated].toSorted().join();
      const commands = exampleCommands(entry, everyday);
      return [
        ...(grouped === Object.keys(entry.options).toSorted().join() ? [] : [`${pathOf(entry)} groups ${grouped}`]),
        ...(commands.length > 0 ? [] : [`${pathOf(entry)} has no example`]),
        ...commands.filter((command) => !/^convertd (?:convert|unpack) \S+\.\w+(?: |$)/.test(command)),
        ...(resolveTarget(shortName(entry)) === entry ? [] : [`${shortName(entry)} is not ${pathOf(entry)}`]),
      ];
    });
    expect(problems).toEqual([]);
  });

  it('has what it takes and its other names before its options, the deprecated ones last', () => {
    const text = renderEntry(requireEntry('image', 'jpg'), offered);
    expect(text).toMatch(/Also called {2}jfif, jpe, jpeg, photo, picture/);
    expect(text).toMatch(/\(through document\/pdf\)/);
    expect(text.indexOf('\nwidth ')).toBeLessThan(text.indexOf('\nallow_multiple_outputs '));
    expect(text.indexOf('\nresolution_unit ')).toBeGreaterThan(text.indexOf('Deprecated options'));
  });
});

it('what a file can become is shown with what it needs', () => {
  const text = renderLeads('photo.heic', 'heic', leadsTo('heic'));
  expect(text).toMatch(/^photo\.heic can become {2}image\/jpg, image\/png,/);
  expect(text).toMatch(/^document +doc, docx, .*\(through image\/png\)$/m);
  expect(text).toMatch(/\(through image\/png, with ocr\)/);
  expect(text).not.toMatch(/^cad/m);
});
