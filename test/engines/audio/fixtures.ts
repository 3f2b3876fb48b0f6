import type { AudioTarget } from '../../../engines/audio/containers.ts';
import type { Input } from './policy-table.ts';
import type { Workshop } from './support.ts';

export interface Fixtures {
  for(input: Input, target: AudioTarget): string;
}

/** Two different noises, so that neither channel can be derived from the other. */
const noise = (seconds: number, amplitude = 0.25): string[] => [
  ...['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:r=44100:a=${amplitude}:c=pink:seed=1`],
  ...['-f', 'lavfi', '-i', `anoisesrc=d=${seconds}:r=44100:a=${amplitude}:c=pink:seed=2`],
  ...['-filter_complex', '[0][1]amerge=inputs=2,aformat=channel_layouts=stereo'],
];

const tone = (hertz: number): string[] => ['-f', 'lavfi', '-i', `sine=f=${hertz}:r=44100:d=1`];

/** What every target's options are tried on; small, because there are hundreds. */
export async function makeFixtures(workshop: Workshop): Promise<Fixtures> {
  const plain = await workshop.make('noise.wav', noise(1));
  const long = await workshop.make('long-noise.wav', noise(6));
  const loud = await workshop.make('loud.wav', [...noise(4, 0.5)]);
  const steps = await workshop.make('steps.wav', [
    ...[400, 800, 1600].flatMap(tone),
    ...['-filter_complex', '[0][1][2]concat=n=3:v=0:a=1,volume=12dB,aformat=channel_layouts=stereo'],
  ]);
  const cover = await workshop.make('cover.png', ['-f', 'lavfi', '-i', 'testsrc=s=64x64:d=1', '-frames:v', '1']);
  const tagged = await workshop.make('tagged.mp3', [
    ...['-i', plain, '-i', cover, '-map', '0', '-map', '1', '-c:v', 'copy', '-disposition:v', 'attached_pic'],
  ]);
  const aac = await workshop.make('copyable.m4a', ['-i', plain, '-c:a', 'aac', '-f', 'ipod']);
  const vorbis = await workshop.make('copyable.ogg', ['-i', plain, '-c:a', 'libvorbis']);
  const wma = await workshop.make('copyable.wma', ['-i', plain, '-c:a', 'wmav2']);
  const text = await workshop.write('text.txt', 'To be read aloud.\n');
  const copyable: Partial<Record<AudioTarget, string>> = { m4a: aac, m4r: aac, ogg: vorbis, wma };
  return {
    for: (input, target) => {
      if (input === 'copyable') return copyable[target] ?? plain;
      // Vorbis keeps a bitrate only over some seconds.
      if (input === 'noise') return target === 'ogg' ? long : plain;
      return { loud, steps, tagged, text }[input];
    },
  };
}
