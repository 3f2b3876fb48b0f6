import { readFile, writeFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorOf } from '../../support/error-of.ts';
import { convert, fixture, makeScratch, onlyOutput, type Scratch } from './support.ts';

let scratch: Scratch;
beforeAll(async () => {
  scratch = await makeScratch();
});
afterAll(() => scratch.remove());

async function write(name: string, content: string | Buffer): Promise<string> {
  await writeFile(scratch.path(name), content);
  return scratch.path(name);
}

/** Start and duration of each subtitle, as ffprobe reads them. */
async function times(path: string): Promise<string> {
  const show = ['-v', 'error', '-show_entries', 'packet=pts_time,duration_time', '-of', 'csv=p=0', path];
  // Settings of WebVTT follow as further fields.
  return (await execa('ffprobe', show)).stdout.match(/^[0-9.]+,[0-9.]+/gm)?.join('\n') ?? '';
}

/** The lines, as ffmpeg writes them. */
async function lines(path: string): Promise<string> {
  const { stdout } = await execa('ffmpeg', ['-v', 'error', '-i', path, '-f', 'srt', '-']);
  return stdout
    .replace(/^\d+$|^.* --> .*$|<[^>]*>|\{\\an\d\}/gm, '')
    .trim()
    .replace(/\s+/g, ' ');
}

const TIMES = '1.250000,1.750000\n3.500000,1.500000\n4.500000,2.750000';
const LINES = 'The ferry leaves at seven – pünktlich Who says so? Everybody on the quay & beyond';

describe('harbour.srt', () => {
  it.each(['srt', 'vtt', 'ass'] as const)(
    'becomes %s that ffmpeg reads with the same times and lines',
    async (target) => {
      const made = await convert(scratch, fixture('harbour.srt'), { target });
      expect(made.warnings).toEqual([]);
      expect(await times(onlyOutput(made))).toBe(TIMES);
      expect(await lines(onlyOutput(made))).toBe(LINES);
    },
  );

  it('becomes lyrics, with a warning of what they lack', async () => {
    const made = await convert(scratch, fixture('harbour.srt'), { target: 'lrc' });
    expect(made.warnings).toMatchObject([
      { code: 'output_limited', details: { styles: 2, colors: 1, positions: 1, overlaps: 1 } },
    ]);
    expect(await lines(onlyOutput(made))).toContain('The ferry leaves at seven – pünktlich');
  });

  it('becomes TTML that is well-formed', async () => {
    const made = await convert(scratch, fixture('harbour.srt'), { target: 'ttml' });
    const read =
      'import sys, xml.etree.ElementTree as e\nprint([p.get("begin") for p in e.parse(sys.argv[1]).iter("{http://www.w3.org/ns/ttml}p")][2])';
    expect((await execa('python3', ['-c', read, onlyOutput(made)])).stdout).toBe('00:00:04.500');
  });

  it('becomes JSON of the published schema', async () => {
    const made = await convert(scratch, fixture('harbour.srt'), { target: 'cues' });
    const schema = new URL('../../../docs/schemas/cues.schema.json', import.meta.url);
    const validate = new Ajv2020({ strict: true }).compile(JSON.parse(await readFile(schema, 'utf8')));
    const document = JSON.parse(await readFile(onlyOutput(made), 'utf8'));
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(document.cues[1]).toEqual({ start_seconds: 3.5, end_seconds: 5, text: 'Who says so?' });
  });

  it.each(['vtt', 'ttml'] as const)('is the same after it was %s', async (target) => {
    const made = onlyOutput(await convert(scratch, fixture('harbour.srt'), { target }));
    const back = onlyOutput(await convert(scratch, made, { target: 'srt' }));
    expect(await readFile(back, 'utf8')).toBe(await readFile(fixture('harbour.srt'), 'utf8'));
  });

  it('becomes a text of its lines', async () => {
    const made = await convert(scratch, fixture('harbour.srt'), { target: 'txt' });
    expect(await readFile(onlyOutput(made), 'utf8')).toBe(
      'The ferry leaves\nat seven – pünktlich\nWho says so?\nEverybody on the quay & beyond\n',
    );
    expect(made.warnings).toMatchObject([{ code: 'output_limited' }]);
  });
});

it.each(['vtt', 'ass', 'ttml', 'sub', 'sbv', 'lrc'])(
  'a file of %s becomes SubRip with its times and lines',
  async (name) => {
    const made = await convert(scratch, fixture(`harbour.${name}`), { target: 'srt' });
    expect(await times(onlyOutput(made))).toBe('1.250000,1.750000\n3.500000,1.500000');
    expect((await lines(onlyOutput(made))).replace(/[<>‹]/g, '')).toMatch(/^The ferry leaves at seven Who says so\?$/);
  },
);

it.each([
  ['ass', { drawings: 1, fonts_and_effects: 1, speakers: 1, coordinates: 1, word_times: 1 }],
  ['vtt', { speakers: 1, coordinates: 1, word_times: 1 }],
])('what SubRip lacks of %s is counted in one warning', async (name, details) => {
  const made = await convert(scratch, fixture(`harbour.${name}`), { target: 'srt' });
  expect(made.warnings).toMatchObject([{ code: 'output_limited', details }]);
});

it.each(['vtt', 'ass'] as const)('%s that stays %s keeps its own words', async (target) => {
  const made = await convert(scratch, fixture(`harbour.${target}`), { target, options: { shift: 1 } });
  expect(made.warnings).toEqual([]);
  const text = await readFile(onlyOutput(made), 'utf8');
  expect(text).toContain({ ass: '{\\fad(200,200)}seven', vtt: 'position:20% align:start' }[target]);
  // ffmpeg 5.1 reads no WebVTT with a style sheet.
  expect(text).toContain({ ass: '0:00:02.25,0:00:04.00', vtt: '00:00:02.250 --> 00:00:04.000' }[target]);
});

it.each([
  ['cp1251', Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x2c, 0x20, 0xec, 0xe8, 0xf0]), 'Привет, мир'],
  ['big5', Buffer.from([0xa4, 0xb5, 0xa4, 0xd1, 0xa4, 0xd1, 0xae, 0xf0]), '今天天氣'],
  ['cp1252', Buffer.from('Über süße Häuser', 'latin1'), 'Über süße Häuser'],
])('a file in %s is read with option encoding, and without it if that is certain', async (encoding, bytes, text) => {
  const head = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n');
  const path = await write(`${encoding}.srt`, Buffer.concat([head, bytes, Buffer.from('\n')]));
  const made = await convert(scratch, path, { target: 'vtt', options: { encoding } });
  expect(made.warnings).toEqual([]);
  expect(await lines(onlyOutput(made))).toBe(text);
});

it('UTF-16 is recognised by its mark', async () => {
  const text = '\ufeff1\n00:00:01,000 --> 00:00:02,000\nΚαλημέρα\n';
  const made = await convert(scratch, await write('greek.srt', Buffer.from(text, 'utf16le')), { target: 'vtt' });
  expect(await lines(onlyOutput(made))).toBe('Καλημέρα');
});

describe('options', () => {
  const vtt = async (options: Record<string, unknown>) => {
    const made = await convert(scratch, fixture('harbour.srt'), { target: 'vtt', options });
    return { warnings: made.warnings, times: (await times(onlyOutput(made))).split('\n') };
  };

  it('shift moves all, and names what would end before the beginning', async () => {
    expect((await vtt({ shift: 2.25 })).times[0]).toBe('3.500000,1.750000');
    const earlier = await vtt({ shift: -3.25 });
    expect(earlier.times).toEqual(['0.250000,1.500000', '1.250000,2.750000']);
    expect(earlier.warnings).toMatchObject([{ code: 'output_limited', details: { option: 'shift', subtitles: 1 } }]);
  });

  it('stretch fits them to another frame rate', async () => {
    expect((await vtt({ stretch: '25:50' })).times[1]).toBe('1.750000,0.750000');
  });

  it('start and end keep a part, whose times count from its start', async () => {
    expect((await vtt({ start: '00:00:02', end: '00:00:04' })).times).toEqual([
      '0.000000,1.000000',
      '1.500000,0.500000',
    ]);
    const error = await errorOf(vtt({ start: '00:10:00' }));
    expect([error.code, error.details]).toEqual(['option_invalid', { option: 'start' }]);
  });

  it('line_length and reading_speed change lines and ends, and name what stays', async () => {
    const made = await convert(scratch, fixture('harbour.srt'), { target: 'srt', options: { line_length: 12 } });
    const text = await readFile(onlyOutput(made), 'utf8');
    expect(
      Math.max(
        ...text
          .replace(/^.*-->.*$|<[^>]*>|\{[^}]*\}/gm, '')
          .split('\n')
          .map(({ length }) => length),
      ),
    ).toBe(12);
    expect((await vtt({ reading_speed: 5 })).warnings).toMatchObject([
      { code: 'output_limited', details: { option: 'reading_speed' } },
    ]);
  });

  it('frame_rate says how MicroDVD counts; without it the usual rate is assumed with a warning', async () => {
    const path = await write('film.sub', '{50}{100}One|two\n');
    const made = await convert(scratch, path, { target: 'srt', options: { frame_rate: 25 } });
    expect([made.warnings, await times(onlyOutput(made))]).toEqual([[], '2.000000,2.000000']);
    const assumed = await convert(scratch, path, { target: 'srt' });
    expect(assumed.warnings).toMatchObject([{ code: 'output_limited', details: { option: 'frame_rate' } }]);
    const other = await convert(scratch, fixture('harbour.srt'), { target: 'srt', options: { frame_rate: 25 } });
    expect(other.warnings).toMatchObject([{ code: 'option_no_effect', details: { option: 'frame_rate' } }]);
  });
});

it('files that are no subtitles, or have no lines, are refused', async () => {
  const letter = await errorOf(convert(scratch, fixture('letter.txt'), { target: 'ass' }));
  expect([letter.code, letter.details]).toEqual(['input_wrong_type', { target: 'ass' }]);
  const empty = await errorOf(
    convert(scratch, await write('empty.vtt', 'WEBVTT\n\nNOTE\nnothing\n'), { target: 'srt' }),
  );
  expect(empty.code).toBe('input_empty');
});

it('cues whose times cannot be read are named', async () => {
  const path = await write(
    'damaged.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nOne\n\n2\n00:99:01,000 --> 00:99:02,000\nlost\n',
  );
  const made = await convert(scratch, path, { target: 'vtt' });
  expect(made.warnings).toMatchObject([{ code: 'input_damaged', details: { unread: 1 } }]);
});
