/** Combines the fixes of several steps: one text, and a link to each page where a fix is made. */
import { type Fix, fixTogether, type Reason } from './registry.ts';

export interface ReasonFix {
  reason: Reason;
  fix: Fix;
}

/** Returns the fixes, one per destination. The text of the first fix covers all of them. */
export function joinedFixes(given: readonly ReasonFix[]): Fix[] {
  const different = [...new Map(given.map((each) => [each.fix.link ?? each.fix.text, each])).values()];
  const fixes = different.map(({ fix }) => fix);
  const [first, ...more] = fixes;
  if (!first || more.length === 0) return fixes;
  const together = new Set(different.map(({ reason }) => fixTogether(reason)));
  const [shared] = together;
  const text = together.size === 1 && shared !== undefined ? shared : fixes.map((fix) => fix.text).join(' ');
  return [{ ...first, text }, ...more];
}
