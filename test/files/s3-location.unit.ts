import { describe, expect, test } from 'vitest';
import { isBelowS3, parseS3Url, s3Url } from '../../src/files/s3/s3-location.ts';

const location = (text: string) => {
  const parsed = parseS3Url(text);
  return parsed.ok ? parsed.location : parsed.reason;
};

describe('an S3 URL', () => {
  test.each([
    ['s3://outputs', 'outputs', ''],
    ['S3://outputs/', 'outputs', ''],
    ['s3://outputs/a/b.mp3', 'outputs', 'a/b.mp3'],
    ['s3://my.bucket-1/a%20b/%C3%BC%2B%25.txt', 'my.bucket-1', 'a b/ü+%.txt'],
    ['s3://outputs/as it is/ü+.txt', 'outputs', 'as it is/ü+.txt'],
    ['s3://outputs//a//b/', 'outputs', '/a//b/'],
    ['s3://outputs/a%2Fb%3F%23', 'outputs', 'a/b?#'],
    ['s3://outputs/...', 'outputs', '...'],
  ])('%s', (text, bucket, key) => {
    expect(location(text)).toEqual({ bucket, key });
    expect(location(s3Url({ bucket, key }))).toEqual({ bucket, key });
  });

  test.each([
    ['s3:outputs/a', /s3:\/\/bucket/],
    ['s3:///a', /bucket name/],
    ['s3://a..b/c', /bucket name/],
    ['s3://../c', /bucket name/],
    ['s3://user@host/c', /bucket name/],
    ['s3://host:80/c', /bucket name/],
    ['s3://arn:aws:s3/c', /bucket name/],
    ['s3://bu%2Fcket/c', /bucket name/],
    ['s3://outputs/a?versionId=1', /query/],
    ['s3://outputs/a#b', /fragment/],
    ['s3://outputs/100%', /%25/],
    ['s3://outputs/%ff', /%25/],
    ['s3://outputs/a/../b', /"\.\."/],
    ['s3://outputs/a/%2e%2E/b', /"\.\."/],
    ['s3://outputs/a%2F..%2Fb', /"\.\."/],
    ['s3://outputs/./b', /"\."/],
    ['s3://outputs/..', /"\.\."/],
    ['s3://outputs/a%00b', /control/],
    ['s3://outputs/a\nb', /control/],
    [`s3://outputs/${'ü'.repeat(513)}`, /1024/],
  ])('%j is refused', (text, reason) => {
    expect(location(text)).toMatch(reason);
  });
});

describe('a place below another', () => {
  const below = (text: string, folder: string) => {
    const [one, other] = [parseS3Url(text), parseS3Url(folder)];
    if (!one.ok || !other.ok) throw new Error('bad test');
    return isBelowS3(one.location, other.location);
  };

  test.each([
    ['s3://in-1/a', 's3://in-1'],
    ['s3://in-1/a/b', 's3://in-1/a/'],
    ['s3://in-1/a/b', 's3://in-1/a'],
    ['s3://in-1/%61/b', 's3://in-1/a/'],
    ['s3://in-1/a//b', 's3://in-1/a/'],
  ])('%s is below %s', (text, folder) => {
    expect(below(text, folder)).toBe(true);
  });

  test.each([
    ['s3://in-1/ab', 's3://in-1/a'],
    ['s3://in-1/a/', 's3://in-1/a/'],
    ['s3://in-1/a', 's3://in-1/a/'],
    ['s3://in-1//a/b', 's3://in-1/a/'],
    ['s3://in-12/a', 's3://in-1/'],
    ['s3://In-1/a', 's3://in-1/'],
    ['s3://in-1/A/b', 's3://in-1/a/'],
  ])('%s is not below %s', (text, folder) => {
    expect(below(text, folder)).toBe(false);
  });
});
