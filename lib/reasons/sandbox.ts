/** Failures that the sandbox caused instead of a provider. */
import { REASON_CODES, REASONS, type ReasonCode } from './registry.ts';

/** The codes that describe a response, from a provider or from the sandbox. */
export const ANSWERS: ReadonlySet<ReasonCode> = new Set(
  REASON_CODES.filter((code) => (REASONS[code].may as readonly string[]).includes('answeredBy')),
);

/**
 * Returns the reason with the sandbox as the sender of the response. The attempt's execution detail, and not the stored
 * reason, records whether the attempt went to the sandbox.
 */
export function answeredBySandbox<R extends { code: ReasonCode; evidence: object }>(reason: R): R {
  return ANSWERS.has(reason.code) ? { ...reason, evidence: { ...reason.evidence, answeredBy: 'sandbox' } } : reason;
}
