import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { identify } from '../../../src/files/identify.ts';
import { levels } from './measure.ts';
import { duration, ffprobe, soundOf, Workshop } from './support.ts';
import { writeWav } from './wav.ts';

const RATE = 44100;
const REPORTED = join(process.env.CORPORA_DIR ?? '', 'reported/audio');
const CORPUS = join(process.env.CORPORA_DIR ?? '', 'audio');

let workshop: Workshop;

beforeAll(async () => {
  workshop = await Workshop.open();
  await workshop.write('ten.wav', tones(10));
  await workshop.makeAll(['-f', 'lavfi', '-i', 'sine=660:d=3:r=44100'], {
    'short.wav': ['-t', '0.05', '-ar', '8000'],
    'whole.mp3': ['-b:a', '64k'],
    'whole.flac': [],
    'few.flac': ['-t', '0.5', '-sample_fmt', 's16'],
    'many.flac': ['-sample_fmt', 's32', '-bits_per_raw_sample', '24'],
  });
});

afterAll(() => workshop.close());

/** A tone in every second channel, silence in the others. */
function tones(channels: number): Buffer {
  const frames = RATE / 2;
  return writeWav({
    channels,
    rate: RATE,
    samples: Float32Array.from({ length: frames * channels }, (_, index) =>
      (index % channels) % 2 === 0 ? 0.5 * Math.sin((2 * Math.PI * 440 * Math.floor(index / channels)) / RATE) : 0,
    ),
  });
}

/** What ffmpeg warns of when it reads a result, such as times that go back. */
async function decodedWith(path: string, name: string): Promise<{ stderr: string; wav: string }> {
  const wav = workshop.path(name);
  const { stderr } = await execa('ffmpeg', ['-nostdin', '-v', 'warning', '-i', path, wav]);
  return { stderr, wav };
}

describe('more channels than ffmpeg knows how to mix', () => {
  it.each(['aac', 'mp3', 'flac'])('go by turns into left and right (%s)', async (target) => {
    const { output, warnings } = await workshop.convert({ input: workshop.path('ten.wav'), target });
    expect((await soundOf(output.path)).channels).toBe(2);
    expect(warnings).toMatchObject([{ code: 'output_limited', details: { channels: 10, used: 'stereo' } }]);
    const left = await workshop.make(`left-${target}.wav`, ['-i', output.path, '-af', 'pan=mono|c0=c0']);
    const right = await workshop.make(`right-${target}.wav`, ['-i', output.path, '-af', 'pan=mono|c0=c1']);
    expect(Math.abs((await levels(left)).peak + 6)).toBeLessThan(3);
    expect((await levels(right)).peak).toBeLessThan(-40);
  });

  it('into mono where that was asked for, and stay where the target has them', async () => {
    const input = workshop.path('ten.wav');
    const mono = await workshop.convert({ input, target: 'mp3', options: { channels: 'mono' } });
    expect((await soundOf(mono.output.path)).channels).toBe(1);
    const { output } = await workshop.convert({ input, target: 'wav' });
    expect((await soundOf(output.path)).channels).toBe(10);
  });

  it.runIf(existsSync(REPORTED)).each(['aac', 'm4a', 'mp3'])(
    'a reported TAK, whose channels have no names, as %s (CORPORA_DIR)',
    async (target) => {
      const input = join(REPORTED, 'silence-44-s.tak');
      const { output } = await workshop.convert({ input, target });
      expect(await soundOf(output.path)).toMatchObject({ channels: 2, sample_rate: '44100' });
    },
  );
});

describe('sounds of a few frames', () => {
  it('as AAC, which ffprobe does not recognise then', async () => {
    const { output } = await workshop.convert({ input: workshop.path('short.wav'), target: 'aac' });
    const back = await workshop.make('back.wav', ['-f', 'aac', '-i', output.path]);
    expect(await duration(back)).toBeGreaterThan(0.05);
    expect((await levels(back)).peak).toBeGreaterThan(-25);
  });

  it.runIf(existsSync(REPORTED))('a reported ALAC as AAC (CORPORA_DIR)', async () => {
    const { output } = await workshop.convert({ input: join(REPORTED, 'alac_silence.m4a'), target: 'aac' });
    expect((await readFile(output.path)).readUInt16BE(0) >> 4).toBe(0xfff);
  });
});

describe('sounds of which a part can be decoded', () => {
  it('an MP3 that ends after half a second', async () => {
    const whole = await readFile(workshop.path('whole.mp3'));
    const input = await workshop.write('cut.mp3', whole.subarray(0, Math.floor(whole.length * 0.2)));
    const { output, warnings } = await workshop.convert({ input, target: 'wav' });
    expect(warnings).toMatchObject([{ code: 'input_truncated' }]);
    expect(await duration(output.path)).toBeGreaterThan(0.4);
  });

  it('an MP3 without a header that tells its length, cut off within a frame; a whole one is not warned of', async () => {
    const whole = await workshop.make('plain.mp3', [
      '-i',
      workshop.path('whole.mp3'),
      '-c',
      'copy',
      '-write_xing',
      '0',
    ]);
    const content = await readFile(whole);
    const input = await workshop.write('plain-cut.mp3', content.subarray(0, Math.floor(content.length * 0.2)));
    const cut = await workshop.convert({ input, target: 'wav' });
    expect(cut.warnings).toMatchObject([{ code: 'input_truncated' }]);
    expect((await workshop.convert({ input: whole, target: 'wav' })).warnings).toEqual([]);
  });

  it.runIf(existsSync(REPORTED))('a reported MP3 of which half a second is left (CORPORA_DIR)', async () => {
    const content = await readFile(join(REPORTED, 'issue_66.mp3'));
    const input = await workshop.write('issue.mp3', content.subarray(0, 45_500));
    const { output, warnings } = await workshop.convert({ input, target: 'mp3' });
    expect(warnings.map(({ code }) => code)).toContain('input_truncated');
    expect(await duration(output.path)).toBeGreaterThan(0.2);
  });

  it('a FLAC most of whose frames cannot be decoded', async () => {
    // A frame of another sample size than the stream is found and refused, frame by frame.
    const [few, many] = await Promise.all(['few.flac', 'many.flac'].map((name) => readFile(workshop.path(name))));
    const header = many?.indexOf(Buffer.from([0xff, 0xf8])) ?? 0;
    const input = await workshop.write(
      'mixed.flac',
      Buffer.concat([few ?? '', many?.subarray(header) ?? ''].map(Buffer.from)),
    );
    const { output, warnings } = await workshop.convert({ input, target: 'wav' });
    expect(['input_damaged', 'input_truncated']).toContain(warnings[0]?.code);
    expect(await duration(output.path)).toBeGreaterThan(0.2);
  });

  it.each(['flac', 'm4a', 'mp3', 'ogg', 'opus'])(
    'a FLAC that changes its sample rate and counts its frames anew, as %s',
    async (target) => {
      const slow = await workshop.make('slow.flac', ['-f', 'lavfi', '-i', 'sine=660:d=2:r=32000']);
      const frames = await readFile(slow);
      const whole = await readFile(workshop.path('whole.flac'));
      const changing = Buffer.concat([whole, frames.subarray(frames.indexOf(Buffer.from([0xff, 0xf8])))]);
      const input = await workshop.write('changing.flac', changing);
      const { output, warnings } = await workshop.convert({ input, target });
      expect(warnings).toMatchObject([{ code: 'input_damaged', message: expect.stringContaining('go back') }]);
      const { stderr, wav } = await decodedWith(output.path, `changing-${target}.wav`);
      expect(stderr).toBe('');
      // 3 s and 2 s, within a frame of each codec.
      expect(Math.abs((await duration(wav)) - 5)).toBeLessThan(0.05);
      expect(Math.abs((await duration(output.path)) - 5)).toBeLessThan(0.08);
    },
  );

  it.runIf(existsSync(CORPUS))('a FLAC that changes its bit depth on the way (CORPORA_DIR)', async () => {
    const input = join(CORPUS, 'uncommon_04 - changing bitdepth.flac');
    const { output, warnings } = await workshop.convert({ input, target: 'mp3' });
    expect(warnings).toMatchObject([{ code: 'input_damaged' }]);
    expect((await ffprobe(output.path)).streams).toHaveLength(1);
  });

  it.runIf(existsSync(CORPUS)).each(['flac', 'm4a', 'wma'])(
    'a FLAC of which nothing can be decoded is refused, not made silence (%s, CORPORA_DIR)',
    async (target) => {
      const input = join(CORPUS, 'faulty_03 - wrong bit depth.flac');
      await expect(workshop.convert({ input, target })).rejects.toMatchObject({ code: 'input_damaged' });
    },
  );

  it('from a start behind which nothing can be decoded: it says so, and not that the sound is shorter', async () => {
    const whole = await readFile(workshop.path('whole.flac'));
    const input = await workshop.write('ends.flac', whole.subarray(0, Math.floor(whole.length * 0.3)));
    const attempt = workshop.convert({ input, target: 'wav', options: { start: '00:00:02' } });
    await expect(attempt).rejects.toMatchObject({
      code: 'input_damaged',
      message: expect.stringMatching(/^From 00:00:02 on \(option start\), nothing of ends\.flac .* 00:00:03 long/),
    });
  });
});

describe('an m4a whose sound', () => {
  const KEY = '76a6c65c5ea762046bd749a2e632ccbb';
  const locked = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', KEY, '-encryption_kid', KEY];

  it('is encrypted is refused by that name', async () => {
    const sound = ['-i', workshop.path('whole.flac'), '-c:a', 'aac'];
    const open = await workshop.make('open.m4a', sound);
    const input = await workshop.make('locked.m4a', [...sound, ...locked]);
    await expect(workshop.convert({ input, target: 'mp3' })).rejects.toMatchObject({ code: 'input_drm' });
    expect(await duration((await workshop.convert({ input: open, target: 'mp3' })).output.path)).toBeCloseTo(3, 0);
  });

  it('cannot be decoded is damaged, though its cover can', async () => {
    const cover = ['-f', 'lavfi', '-i', 'color=red:s=64x64:d=1', '-frames:v', '1'];
    const streams = ['-map', '0', '-map', '1', '-c:a', 'aac', '-c:v', 'mjpeg', '-disposition:v', 'attached_pic'];
    const path = await workshop.make('covered.m4a', ['-i', workshop.path('whole.flac'), ...cover, ...streams]);
    const bytes = await readFile(path);
    const data = bytes.indexOf('mdat', 0, 'latin1');
    const input = await workshop.write(
      'noise.m4a',
      Buffer.concat([
        bytes.subarray(0, data + 4),
        bytes.subarray(data + 4).map((byte, at) => (at < bytes.readUInt32BE(data - 4) - 8 ? 0 : byte)),
      ]),
    );
    await expect(workshop.convert({ input, target: 'mp3' })).rejects.toMatchObject({ code: 'input_damaged' });
  });
});

describe('a FLAC file', () => {
  it.each(['missing', 'replaced by another block', 'of zeros'])(
    'has its sound in frames where STREAMINFO is %s',
    async (how) => {
      const whole = await readFile(workshop.path('whole.flac'));
      let at = 4;
      let isLast = false;
      while (!isLast) {
        isLast = whole.readUInt8(at) >= 0x80;
        at += 4 + whole.readUIntBE(at + 1, 3);
      }
      const frames = whole.subarray(at);
      const zeros = Buffer.from(whole.subarray(0, at)).fill(0, 8, 42);
      const padding = Buffer.from([0x81, 0, 0, 8, ...Buffer.alloc(8)]);
      const heads = { missing: whole.subarray(0, 4), 'of zeros': zeros };
      const head = heads[how as keyof typeof heads] ?? Buffer.concat([whole.subarray(0, 4), padding]);
      const input = await workshop.write('headless.flac', Buffer.concat([head, frames]));
      const { output, warnings } = await workshop.convert({ input, target: 'wav', format: await identify(input) });
      expect(await duration(output.path)).toBeCloseTo(3, 2);
      expect(warnings).toEqual([expect.objectContaining({ code: 'input_damaged' })]);
    },
  );

  it.each([3, 9])('is called damaged where a bit of its samples is another, at %i twelfths', async (place) => {
    const bytes = Buffer.from(await readFile(workshop.path('whole.flac')));
    const at = Math.floor((bytes.length * place) / 12);
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at);
    const input = await workshop.write('flipped.flac', bytes);
    await expect(execa('flac', ['--test', '--silent', input])).rejects.toThrow();
    const { warnings } = await workshop.convert({ input, target: 'wav', format: await identify(input) });
    expect(warnings).toEqual([expect.objectContaining({ code: 'input_damaged' })]);
    const whole = await workshop.convert({ input: workshop.path('whole.flac'), target: 'wav' });
    expect(whole.warnings).toEqual([]);
  });
});
