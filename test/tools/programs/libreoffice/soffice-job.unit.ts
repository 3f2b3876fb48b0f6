import { describe, expect, it } from 'vitest';
import { readResult, writeJob } from '../../../../tools/programs/libreoffice/soffice-job.ts';
import { outcomeOf } from '../../../../tools/programs/libreoffice/soffice-outcome.ts';

describe('the job as soffice.bas reads it', () => {
  it('has a line for everything that is set', () => {
    const load = {
      filter: 'Text (encoded)',
      options: 'UTF8,LF',
      password: 'p',
    };
    const data = { Tagged: true, Version: 2, Zoom: 1.5, Watermark: 'a\tb' };
    const store = [{ name: 'out 1.pdf', filter: 'writer_pdf_Export', options: 'x', data }];
    expect(writeJob({ input: '/in/1', name: 'ä#.txt', load, store }, '/work/result')).toBe(
      [
        'result\tfile:///work/result',
        'input\tfile:///proc/self/cwd/%25C3%25A4%2523.txt',
        'filter\tText (encoded)',
        'options\tUTF8,LF',
        'password\tp',
        'store\tfile:///proc/self/cwd/out%25201.pdf',
        'store-filter\twriter_pdf_Export',
        'store-options\tx',
        'store-truth\tTagged\ttrue',
        'store-integer\tVersion\t2',
        'store-number\tZoom\t1.5',
        'store-text\tWatermark\ta\tb',
        'store-end\t',
        'end\t',
        '',
      ].join('\n'),
    );
  });

  it('cannot be given lines by a value', () => {
    const job = { input: '/in', name: 'in', load: { filter: null, password: 'a\nstore\r%0A' }, store: [] };
    const lines = writeJob(job, '/result').split('\n');
    expect(lines).toContain('password\ta%0Astore%0D%250A');
    expect(lines.filter((line) => line.startsWith('store'))).toEqual([]);
  });
});

const NONE = {
  comments: 0,
  charts: 0,
  headers: 0,
  notes: 0,
  inserted: 0,
  media: 0,
  texts: 0,
  workbooks: 0,
  presentations: 0,
  pdfs: 0,
  objects: 0,
};

describe('the result that soffice.bas writes', () => {
  const outcome = (text: string, passwordGiven = false) => outcomeOf(readResult(text), passwordGiven);

  it('tells what was loaded, with names as they are', () => {
    const text =
      'asked\tcom.sun.star.document.BrokenPackageRequest\t\nkind\tcalc\t\nsheet\tone%09%25two%0A\tshown|2-3 7-7|\nsheet\tö\thidden||0-0\nchanges\t0\t\ncomments\t2\t\nembedded\tworkbooks\t\nembedded\tmedia\t\nstored\t\t\n';
    expect(outcome(text, true)).toEqual({
      kind: 'calc',
      sheets: [
        {
          name: 'one\t%two\n',
          isHidden: false,
          hiddenRows: [
            [2, 3],
            [7, 7],
          ],
          hiddenColumns: [],
        },
        { name: 'ö', isHidden: true, hiddenRows: [], hiddenColumns: [[0, 0]] },
      ],
      hiddenSlides: 0,
      repaired: true,
      encrypted: false,
      changes: 0,
      asides: { ...NONE, comments: 2, workbooks: 1, media: 1 },
    });
  });

  it('says where tracked changes stay', () => {
    const text = 'kind\twriter\t\nchanges\t6\t\nfailed\tchanges\tone stays\n';
    expect(() => outcome(text, false)).toThrow('tracked changes');
  });

  it('counts the tracked changes', () => {
    expect(outcome('kind\twriter\t\nchanges\t6\t\nstored\t\t\n', false).changes).toBe(6);
  });

  const asked = 'asked\tcom.sun.star.task.DocumentPasswordRequest2\t\nfailed\tload\tnothing\n';
  const code = (number: number) => `asked\tcom.sun.star.task.ErrorCodeRequest\t${number}\nfailed\tload\tnothing\n`;
  it.each([
    { text: asked, given: false, expected: 'input_password_needed' },
    { text: asked, given: true, expected: 'input_password_wrong' },
    { text: code(65551), given: true, expected: 'input_password_wrong' },
    { text: code(68369), given: true, expected: 'input_wrong_type' },
    { text: code(525), given: true, expected: 'input_damaged' },
    { text: '', given: false, expected: 'input_damaged' },
    { text: 'kind\twriter\t\nfailed\tstore\tAn exception\n', given: false, expected: 'conversion_failed' },
    { text: 'kind\tunheard of\t\nstored\t\t\n', given: false, expected: 'input_damaged' },
  ])('means $expected', ({ text, given, expected }) => {
    expect(() => outcome(text, given)).toThrow(expect.objectContaining({ code: expected }));
  });
});
