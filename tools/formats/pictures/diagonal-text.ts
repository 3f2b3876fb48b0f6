/** Part of the picture's sides that the text takes, and of its shorter side that one line takes. */
const PART = 0.9;
const LINE_PART = 0.3;

/** A text to write along the diagonal of a picture, in font sizes. */
export interface DiagonalText {
  readonly lines: number;
  /** Distance of two lines, and the width of the widest. */
  readonly lineHeight: number;
  readonly width: number;
}

/**
 * Returns the largest font size with which a text fits into a picture, and the angle of its diagonal, from the lower left to the upper right.
 * @param picture in pixels, as the size is
 */
export function fitDiagonally(
  text: DiagonalText,
  picture: { readonly width: number; readonly height: number },
): { readonly fontSize: number; readonly degrees: number } {
  const angle = Math.atan2(picture.height, picture.width);
  const [along, across] = [Math.cos(angle), Math.sin(angle)];
  const height = text.lines * text.lineHeight;
  const fontSize = Math.min(
    (PART * picture.width) / (text.width * along + height * across),
    (PART * picture.height) / (text.width * across + height * along),
    (LINE_PART * Math.min(picture.width, picture.height)) / text.lineHeight,
  );
  return { fontSize, degrees: (angle * 180) / Math.PI };
}
