/** Files that ffmpeg makes: its arguments after the audio input. `plain`: the reader of headers must support it. */
export interface Generated {
  readonly name: string;
  readonly args: readonly string[];
  readonly plain: boolean;
}

const file = (name: string, args: string, plain = true): Generated => ({
  name,
  args: args.split(' ').filter(Boolean),
  plain,
});

const WAV = ['pcm_u8', 'pcm_s16le', 'pcm_s24le', 'pcm_s32le', 'pcm_f32le', 'pcm_f64le'].flatMap((codec) =>
  [1, 2, 4, 6, 8].map((channels) => file(`${codec}-${channels}.wav`, `-c:a ${codec} -ac ${channels}`)),
);
const MP3 = ['-b:a 192k', '-b:a 32k', '-q:a 0', '-q:a 5', '-b:a 160k -abr 1', '-b:a 320k'].flatMap((quality, number) =>
  [48000, 44100, 32000, 24000, 16000, 11025, 8000].flatMap((rate) =>
    [1, 2].map((channels) =>
      file(`mp3-${number}-${rate}-${channels}.mp3`, `${quality} -ar ${rate} -ac ${channels} -id3v2_version 3`),
    ),
  ),
);
const FLAC = ['s16', 's32 -bits_per_raw_sample 24'].flatMap((format) =>
  [1, 2].flatMap((channels) =>
    [8000, 22050, 44100, 48000, 96000].map((rate) =>
      file(`flac-${format.slice(0, 3)}-${channels}-${rate}.flac`, `-sample_fmt ${format} -ac ${channels} -ar ${rate}`),
    ),
  ),
);
const TAGGED = '-metadata title=Tone -metadata artist=Ärger -metadata track=3/9 -metadata comment=said';

export const GENERATED: readonly Generated[] = [
  ...WAV,
  ...MP3,
  ...FLAC,
  file('short.wav', '-t 0.2578125 -ar 48000'),
  file('tagged.wav', '-metadata title=Tone -metadata artist=Anger -metadata genre=Rock'),
  file('accents.wav', TAGGED, false),
  file('alaw.wav', '-c:a pcm_alaw', false),
  file('adpcm.wav', '-c:a adpcm_ms', false),
  file('rf64.wav', '-rf64 always', false),
  file('tagged.flac', TAGGED),
  file('six.flac', '-ac 6', false),
  file('tagged.mp3', `${TAGGED} -metadata odd=key -id3v2_version 3`),
  file('tagged4.mp3', `${TAGGED} -id3v2_version 4`),
  file('dated.mp3', '-metadata date=2024-05-06 -id3v2_version 3', false),
  file('old.mp3', '-write_id3v1 1 -metadata title=Tone', false),
  file('bare.mp3', '-write_xing 0', false),
  file('untagged.mp3', '-id3v2_version 0 -fflags +bitexact', false),
];
