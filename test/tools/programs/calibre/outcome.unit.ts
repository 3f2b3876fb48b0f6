import { describe, expect, it } from 'vitest';
import { type BookJob, inputName } from '../../../../tools/programs/calibre/job.ts';
import { failureOf } from '../../../../tools/programs/calibre/outcome.ts';

const JOB: BookJob = { input: '/in', name: 'book', format: 'epub', output: 'out.azw3', args: [] };

describe('what calibre gave up for', () => {
  it.each([
    { log: 'calibre.ebooks.DRMError: /tmp/x.epub', wasRead: false, code: 'input_drm' },
    { log: 'DRMError', wasRead: false, format: 'pdf', code: 'input_password_needed' },
    { log: 'Traceback\nMemoryError', wasRead: true, code: 'limit_memory' },
    { log: "OSError: [Errno 27] File too large: 'out'", wasRead: true, code: 'limit_file_size' },
    { log: 'OSError: [Errno 28] No space left on device', wasRead: true, code: 'disk_full' },
    {
      log: 'ValueError: The DJVU file contains no text, only images, probably page scans.',
      wasRead: false,
      code: 'input_wrong_type',
    },
    { log: 'struct.error: unpack', wasRead: false, code: 'input_damaged' },
    { log: 'struct.error: unpack', wasRead: true, code: 'conversion_failed' },
    { log: 'A chapter on the DRMError: of old', wasRead: true, code: 'conversion_failed' },
  ] as const)('$code', ({ code, log, wasRead, ...rest }) => {
    const error = failureOf({ ...JOB, ...rest }, { wasRead, log });
    expect(error).toMatchObject({ code, log });
    expect(error.message).not.toMatch(/Error|\/|Traceback/);
  });
});

describe('the name of the input', () => {
  it.each([
    { name: 'A book', format: 'epub', expected: 'A book.epub' },
    { name: 'ä'.repeat(200), format: 'textile', expected: `${'ä'.repeat(123)}.textile` },
    { name: '📚'.repeat(80), format: 'fb2', expected: `${'📚'.repeat(62)}.fb2` },
  ] as const)('$expected', ({ name, format, expected }) => {
    expect(inputName({ ...JOB, name, format })).toBe(expected);
    expect(Buffer.byteLength(expected)).toBeLessThanOrEqual(255);
  });
});
