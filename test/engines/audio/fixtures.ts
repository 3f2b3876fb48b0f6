import type { AudioTarget } from '../../../engines/audio/containers.ts';
import type { Input } from './policy-table.ts';
import type { Workshop } from './support.ts';

export interface Fixtures {
  for(input: Input, target: AudioTarget): string;
}

/** Two different noises, so that neither channel can be derived from the other. */
const noise = (seconds: number, amplitude = 0.25): string[] =>
  [1, 2].flatMap((seed) => lavfi(`anoisesrc=d=${seconds}:r=44100:a=${amplitude}:c=pink:seed=${seed}`));

const lavfi = (source: string): string[] => ['-f', 'lavfi', '-i', source];

const STEREO = 'aformat=channel_layouts=stereo';

/** What every target's options are tried on; small, because there are hundreds. */
export async function makeFixtures(workshop: Workshop): Promise<Fixtures> {
  const tones = [400, 800, 1600].flatMap((hertz) => lavfi(`sine=f=${hertz}:r=44100:d=1`));
  const graph = [
    `[0][1]amerge=inputs=2,${STEREO}[plain]`,
    `[2][3]amerge=inputs=2,${STEREO}[long]`,
    `[4][5]amerge=inputs=2,${STEREO}[loud]`,
    'sine=f=660:r=44100:d=1,adelay=500:all=1,apad=pad_dur=0.5[quiet]',
    `[6][7][8]concat=n=3:v=0:a=1,volume=12dB,${STEREO}[steps]`,
  ];
  const sources = [...noise(1), ...noise(6), ...noise(4, 0.5), ...tones, ...lavfi('testsrc=s=64x64:d=1')];
  await workshop.makeAll([...sources, '-filter_complex', graph.join(';')], {
    'noise.wav': ['-map', '[plain]'],
    'long-noise.wav': ['-map', '[long]'],
    'loud.wav': ['-map', '[loud]'],
    'steps.wav': ['-map', '[steps]'],
    'quiet-ends.wav': ['-map', '[quiet]'],
    'cover.png': ['-map', '9', '-frames:v', '1'],
  });
  const plain = workshop.path('noise.wav');
  await workshop.makeAll(['-i', plain, '-i', workshop.path('cover.png')], {
    'tagged.mp3': ['-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
    'copyable.m4a': ['-map', '0', '-c:a', 'aac', '-f', 'ipod'],
    'copyable.ogg': ['-map', '0', '-c:a', 'libvorbis'],
    'copyable.wma': ['-map', '0', '-c:a', 'wmav2'],
  });
  const [long, loud, steps, tagged] = ['long-noise.wav', 'loud.wav', 'steps.wav', 'tagged.mp3'].map((name) =>
    workshop.path(name),
  ) as [string, string, string, string];
  const aac = workshop.path('copyable.m4a');
  const text = await workshop.write('text.txt', 'To be read aloud.\n');
  const copyable: Partial<Record<AudioTarget, string>> = {
    m4a: aac,
    m4b: aac,
    m4r: aac,
    mka: workshop.path('copyable.ogg'),
    ogg: workshop.path('copyable.ogg'),
    wma: workshop.path('copyable.wma'),
  };
  return {
    for: (input, target) => {
      if (input === 'copyable') return copyable[target] ?? plain;
      // Vorbis keeps a bitrate only over some seconds.
      if (input === 'noise') return target === 'ogg' ? long : plain;
      if (input === 'quiet ends') return workshop.path('quiet-ends.wav');
      return { loud, steps, tagged, text }[input];
    },
  };
}
