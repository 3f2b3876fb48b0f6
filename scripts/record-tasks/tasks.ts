/** An everyday task, with the commands for it. */
export interface EverydayTask {
  readonly title: string;
  /** Commands in a shell, one after another. */
  readonly now: readonly string[];
  /** Commands before `convert` supported outputs, folders and words; null if it was not possible. */
  readonly before: readonly string[] | null;
  /** File whose appearance interrupts the command, which otherwise runs until it is stopped. */
  readonly until?: string;
}

/** test/docs/examples.ts makes the files. Each task starts in a new folder. */
export const EVERYDAY_TASKS: readonly EverydayTask[] = [
  {
    title: 'Convert a recording to MP3 under another name',
    now: ['convertd convert talk.wav speech.mp3'],
    before: ['convertd convert talk.wav mp3 -o output_filename=speech'],
  },
  {
    title: 'Make a PDF of a photo from a phone',
    now: ['convertd convert photo.heic pdf'],
    before: ['convertd convert photo.heic image/png', 'convertd convert photo.png document/pdf', 'rm photo.png'],
  },
  {
    title: 'Make a folder of pictures smaller, with its subfolders',
    now: ['convertd convert photos --recursive --to webp --output small'],
    before: [
      'mkdir -p small/more',
      'convertd convert photos/*.jpg webp --output small',
      'convertd convert photos/more/*.png webp --output small/more',
    ],
  },
  {
    title: 'Convert in a pipe',
    now: ['convertd convert - - --to mp3 < talk.wav > talk.mp3'],
    before: [
      'cat talk.wav > /tmp/convertd-pipe.wav',
      'convertd convert /tmp/convertd-pipe.wav mp3',
      'cat convertd-pipe.mp3 > talk.mp3',
      'rm /tmp/convertd-pipe.wav convertd-pipe.mp3',
    ],
  },
  {
    title: 'Convert only the files of a folder that are not converted yet',
    now: [
      'convertd convert photos/one.jpg webp --output small',
      'convertd convert photos --recursive --to webp --output small --skip-existing',
    ],
    before: [
      'convertd convert photos/one.jpg webp --output small',
      'mkdir -p small/more',
      'for f in photos/*.jpg; do test -e small/$(basename $f .jpg).webp || convertd convert $f webp --output small; done',
      'for f in photos/more/*.png; do test -e small/more/$(basename $f .png).webp || convertd convert $f webp --output small/more; done',
    ],
  },
  {
    title: 'Cut out half a minute of a recording',
    now: ['convertd convert talk.wav mp3 -o start=30s -o end=1:00'],
    before: ['convertd convert talk.wav mp3 -o start=00:00:30 -o end=00:01:00'],
  },
  {
    title: 'Find out what a file can become',
    now: ['convertd catalog --from photo.heic'],
    before: null,
  },
  {
    title: 'Find out how to turn the pages of a PDF, and turn them',
    now: [
      'convertd catalog --search rotate',
      `convertd convert report.pdf pdf -o rotate='[{"pages":"1-last","angle":90}]' --output out`,
    ],
    before: [
      'convertd catalog',
      'convertd catalog document',
      'convertd catalog document/pdf',
      `convertd convert report.pdf pdf -o rotate='[{"pages":"1-last","angle":90}]' --output out`,
    ],
  },
  {
    title: 'Convert a locked archive with a password from a file',
    now: ['convertd convert holiday.rar zip --password-file password.txt'],
    before: ['convertd convert holiday.rar zip --secret decrypt_password=password.txt'],
  },
  {
    title: 'Convert whatever arrives in a folder',
    now: ['convertd watch photos --to webp --output out'],
    before: null,
    until: 'out/one.webp',
  },
];
