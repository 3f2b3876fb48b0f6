import { describe, expect, it } from 'vitest';
import { allowedBuckets, allowedFolders, storeOfTask } from '../../src/files/fetch/allowed-locations.ts';

const refused = expect.objectContaining({ code: 'output_store_refused' });
const ALLOWED = ['s3://files/team/', 'file:///shared/a%20b/'];

function ask(asked: string | null, own = '/data/outputs'): unknown {
  try {
    return storeOfTask(asked, own, ALLOWED);
  } catch (error) {
    return error;
  }
}

describe('the store of a task', () => {
  it("is the worker's where it names none", () => {
    expect(ask(null)).toBe('/data/outputs');
    expect(ask(null, 's3://own')).toBe('s3://own');
  });

  it.each([
    '/data/outputs',
    '/data/outputs/sub',
    'file:///data/outputs/',
    'file:///data/outputs/sub/folder',
    '/data/x/../outputs/sub',
    '/shared/a b/c',
    'file:///shared/a%20b',
    's3://files/team',
    's3://files/team/sub/',
    's3://files/t%65am/sub/',
  ])('may be %s', (store) => {
    expect(ask(store)).toBe(store);
  });

  it.each([
    '/',
    '/data',
    '/data/outputs-of-others',
    '/data/outputs/../secret',
    'file:///data/outputs/../secret',
    'file:///data/outputs/%2e%2e/secret',
    'file:///data/outputs/..%2fsecret',
    'file://host/data/outputs/',
    's3://files',
    's3://files/teammates/',
    's3://files/team/../other/',
    's3://files/other/../team/',
    's3://files/team/%2e%2e/other',
    's3://others/team/',
    's3://user@files/team/',
    's3://files/team/?x=1',
    's3:files/team/',
    'https://files/team/',
    '',
    // Outputs there could pass for the ledger's documents.
    '/data/outputs/.convertd',
    's3://files/team/.convertd/x',
  ])('may not be %s', (store) => {
    expect(ask(store)).toEqual(refused);
  });
});

it('sources are sorted by their kind', () => {
  const sources = ['file:///in/a%20b/', 's3://bucket/prefix/'];
  expect(allowedFolders(sources)).toEqual(['/in/a b/']);
  expect(allowedBuckets(sources)).toEqual(['s3://bucket/prefix/']);
});
