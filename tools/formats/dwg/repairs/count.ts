/** Number of repairs while reading a drawing, by a description of the error (`layout without a name`). */
export type Repairs = Map<string, number>;

export function countRepair(repairs: Repairs, what: string): void {
  repairs.set(what, (repairs.get(what) ?? 0) + 1);
}
