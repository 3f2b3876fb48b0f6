/** Numbers of entities of one type that the output could not hold unchanged. */
export interface Loss {
  /** Entities kept in another form that looks alike: a SPLINE as a POLYLINE. */
  readonly approximated: number;
  /** Entities missing in the output. */
  readonly dropped: number;
}

/** Losses by DXF entity type, upper case (`SPLINE`, `MULTILEADER`). A type without losses has no entry. */
export type Losses = Map<string, Loss>;

/** Counts `count` more losses of a type. */
export function countLoss(losses: Losses, type: string, kind: keyof Loss, count = 1): void {
  const before = losses.get(type) ?? { approximated: 0, dropped: 0 };
  losses.set(type, { ...before, [kind]: before[kind] + count });
}

/** Adds the counts of `more` to `losses`. */
export function addLosses(losses: Losses, more: Losses): void {
  for (const [type, { approximated, dropped }] of more) {
    if (approximated > 0) countLoss(losses, type, 'approximated', approximated);
    if (dropped > 0) countLoss(losses, type, 'dropped', dropped);
  }
}
