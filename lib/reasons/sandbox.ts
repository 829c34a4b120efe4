/** Failures that the sandbox made in the place of a provider. */
import { REASON_CODES, REASONS, type ReasonCode } from './registry.ts';

/** The codes by which a provider answered, or the sandbox in its place. */
export const ANSWERS: ReadonlySet<ReasonCode> = new Set(
  REASON_CODES.filter((code) => (REASONS[code].may as readonly string[]).includes('answeredBy')),
);

/**
 * The reason with the sandbox as who answered. Whether an attempt went to it is recorded with the attempt's execution
 * detail, not in the reason.
 */
export function answeredBySandbox<Told extends { code: ReasonCode; evidence: object }>(reason: Told): Told {
  return ANSWERS.has(reason.code) ? { ...reason, evidence: { ...reason.evidence, answeredBy: 'sandbox' } } : reason;
}
