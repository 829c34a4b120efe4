/** Which bars are chosen, and the moves of it: pure, so that pointer and keys do the same. */

/** From `anchor` to `head`, both inclusive. */
export interface Choice {
  anchor: number;
  head: number;
}

export function firstAndLast({ anchor, head }: Choice): { first: number; last: number } {
  return { first: Math.min(anchor, head), last: Math.max(anchor, head) };
}

const steps: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -10,
  PageUp: 10,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

/** The choice after a key; with shift it grows. Undefined for keys that do not move it. */
export function moved(choice: Choice | undefined, key: string, shift: boolean, count: number): Choice | undefined {
  const step = steps[key];
  if (step === undefined) return undefined;
  if (!choice) return at(step < 0 ? count - 1 : 0);
  const head = Math.min(count - 1, Math.max(0, choice.head + step));
  return shift ? { anchor: choice.anchor, head } : at(head);
}

export function at(index: number): Choice {
  return { anchor: index, head: index };
}

/** The bar under a place, as a share of the width. */
export function barAt(share: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(share * count)));
}

/** The heights of a bar's two parts as shares of the chart. A part that is not empty is visible. */
export function heights({ total, failed }: { total: number; failed: number }, most: number, least: number) {
  const share = (count: number) => (count === 0 ? 0 : Math.max(least, count / most));
  const whole = share(total);
  return { whole, failed: Math.min(whole, share(failed)) };
}
