import { type Anchor, type Cue, type Place, textOf } from './model.ts';
import { columnOf, rowOf } from './vtt-settings.ts';

/** Writes JSON by docs/schemas/cues.schema.json. */
export function writeCues(cues: readonly Cue[]): string {
  return `${JSON.stringify({ version: 1, cues: cues.map(cueOf) }, null, 1)}\n`;
}

function cueOf(cue: Cue) {
  const { start, end, spans, speaker, place } = cue;
  const isPlain = spans.every((span) => Object.keys(span).length === 1);
  return {
    start_seconds: start / 1000,
    end_seconds: end / 1000,
    text: textOf(cue),
    ...(speaker !== undefined && { speaker }),
    ...(place !== undefined && { position: positionOf(place) }),
    ...(!isPlain && {
      spans: spans.map(({ at, ...span }) => ({ ...span, ...(at !== undefined && { start_seconds: at / 1000 }) })),
    }),
  };
}

const positionOf = ({ anchor, x, y }: Place) => ({
  vertical: rowOf(anchor),
  horizontal: columnOf(anchor satisfies Anchor),
  ...(x !== undefined && { x_percent: x }),
  ...(y !== undefined && { y_percent: y }),
});
