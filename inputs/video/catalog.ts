import type { InputCatalog } from '../../src/catalog/input-catalog.ts';
import {
  MOST_FRAMES,
  MOST_TILES_A_SIDE,
  USUAL_FRAMES,
  USUAL_TILE_WIDTH,
  USUAL_TILES_A_SIDE,
  WIDEST_FRAME,
} from './limits.ts';

const TILES = { type: 'integer', minimum: 1, maximum: MOST_TILES_A_SIDE } as const;

const TIME = {
  type: 'string',
  pattern: '^[0-9]{2}:[0-5][0-9]:[0-5][0-9](\\.[0-9]{1,3})?$',
  format: 'film-time',
} as const;

export const catalog = {
  engines: {
    video: {
      source: 'file',
      description: 'The sound of a film, its frames, or a contact sheet of them.',
      options: {
        take: {
          type: 'string',
          enum: ['sound', 'frames', 'sheet'],
          description:
            'What to take from the film; sheet is one picture with many frames in rows. Left out: the sound for conversions to audio and for files without a picture, otherwise the frames.',
        },
        start: {
          ...TIME,
          description: 'Where the part to take starts, as HH:MM:SS or HH:MM:SS.mmm. Left out: at the beginning.',
          example: '00:01:30',
        },
        end: {
          ...TIME,
          description: 'Where the part to take ends. Has to be after start. Left out: at the end.',
          example: '00:02:00.500',
        },
        audio_track: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          description:
            'Which track of sound is taken, 1 for the first. Left out: the one that the film marks as its usual one, else the first.',
        },
        frames_per_second: {
          type: 'number',
          minimum: 0.01,
          maximum: 60,
          description:
            'How many frames of each second are taken, at even distances; no frame twice, so never more than the film has. Left out: 1.',
        },
        seconds_per_frame: {
          type: 'number',
          minimum: 0.1,
          maximum: 86_400,
          description: 'One frame every so many seconds. Not together with frames_per_second.',
        },
        keyframes_only: {
          type: 'boolean',
          description:
            'Takes only frames that the film stores whole, of which the distances choose. Left out: all frames. Not together with scene_change or times.',
        },
        scene_change: {
          type: 'integer',
          minimum: 1,
          maximum: 100,
          description:
            'Takes the first frame, and each that differs from the one before it by so many percent, as where a scene begins: 30 suits most films, less finds more. Instead of frames at even distances.',
          example: 30,
        },
        times: {
          type: 'string',
          pattern: '^[0-9:., ]{8,20000}$',
          format: 'film-times',
          description:
            'Takes the frames that are shown at these times, from the beginning of the film on. Instead of frames at even distances.',
          example: '00:00:05,00:01:30.500',
        },
        max_frames: {
          type: 'integer',
          minimum: 1,
          maximum: MOST_FRAMES,
          description: `How many frames are taken at most, from the start on. Left out: ${USUAL_FRAMES}, with a warning where there are more.`,
        },
        max_width: {
          type: 'integer',
          minimum: 16,
          maximum: WIDEST_FRAME,
          description: `Wider frames are scaled down to this width in pixels; their shape is kept. Left out: ${USUAL_TILE_WIDTH} on a sheet.`,
        },
        max_height: {
          type: 'integer',
          minimum: 16,
          maximum: WIDEST_FRAME,
          description: 'Taller frames are scaled down to this height in pixels; their shape is kept.',
        },
        frame_format: {
          type: 'string',
          enum: ['png', 'jpg'],
          description: 'png without loss, or jpg, which is smaller. Left out: png.',
        },
        columns: { ...TILES, description: `Frames of a sheet side by side. Left out: ${USUAL_TILES_A_SIDE}.` },
        rows: {
          ...TILES,
          description: `Rows of a sheet. Left out: ${USUAL_TILES_A_SIDE}. A sheet shows the whole film at even distances, unless another option chooses the frames.`,
        },
        show_times: {
          type: 'boolean',
          description: 'Whether each frame of a sheet has its time in a corner. Left out: true.',
        },
      },
    },
  },
} as const satisfies InputCatalog;
