/** What was wrong in a drawing and was put right when it was read, in words (`layout without a name`), and how often. */
export type Repairs = Map<string, number>;

export function countRepair(repairs: Repairs, what: string): void {
  repairs.set(what, (repairs.get(what) ?? 0) + 1);
}
