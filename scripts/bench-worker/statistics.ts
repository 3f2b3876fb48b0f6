/** Returns the value below which this fraction of the values is. */
export function quantile(values: readonly number[], fraction: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Returns the seconds that the work took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Runs every item, a number at a time. */
export async function atATime<T>(
  slots: number,
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<void> {
  const rest = items.values();
  const slot = async () => {
    for (const item of rest) await run(item);
  };
  await Promise.all(Array.from({ length: slots }, slot));
}

/** Returns a table as shown by GitHub; columns are padded to be readable as text too. */
export function table(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |\n`;
  const rule = widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [head, rule, ...body].map(line).join('');
}
