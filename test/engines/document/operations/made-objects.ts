/** An array of 0.6 MB that takes 282 MB in qpdf's JSON, which puts each value on a line of its own and two blanks before it a level. */
export function manyValues(): string {
  const levels = 480;
  return '['.repeat(levels) + '0 '.repeat(290_000) + ']'.repeat(levels);
}
