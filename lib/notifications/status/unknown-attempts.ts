/** Attempts after which the provider may have the message although no response arrived. Runs in the browser too. */
import { parseReason, type Reason } from '#lib/reasons/registry.ts';
import { stepLabels } from '#lib/steps/labels.ts';
import type { StepTypeName } from '#lib/steps/type-names.ts';
import { counted } from '#lib/text/counted.ts';

export interface UnknownAttempts {
  count: number;
  /** The number of the attempt. Only for a single one. */
  attempt?: number | undefined;
  /** Whether a worker stopped during the single attempt. Otherwise the response was lost. */
  isStopped?: boolean | undefined;
}

/**
 * Returns the attempts of a step whose outcome is unknown. Undefined if there is none. An attempt to several devices
 * counts once.
 *
 * @param stored the reasons of the step's execution details, in order.
 */
export function unknownAttempts(stored: readonly unknown[]): UnknownAttempts | undefined {
  // A retry on request starts again with attempt 1.
  let series = 0;
  const found = new Map<string, { attempt: number; isStopped: boolean }>();
  for (const each of stored) {
    const reason = parseReason(each);
    if (reason?.code === 'retry_requested') series++;
    const attempt = reason && unknownAttempt(reason);
    if (attempt !== undefined)
      found.set(`${series} ${attempt}`, { attempt, isStopped: reason?.code === 'outcome_unknown' });
  }
  const [only, ...others] = found.values();
  if (!only) return undefined;
  return others.length === 0 ? { count: 1, ...only } : { count: found.size };
}

function unknownAttempt(reason: Reason): number | undefined {
  switch (reason.code) {
    case 'outcome_unknown':
      return reason.evidence.attempt;
    case 'provider_unavailable':
      return reason.evidence.acceptance === undefined ? undefined : (reason.evidence.attempt ?? 1);
    case 'retries_exhausted':
      return reason.evidence.acceptance === undefined ? undefined : reason.evidence.attempts;
    default:
      return undefined;
  }
}

/** Returns how often the message may have arrived at most. `isSent`: whether a further attempt certainly sent it. */
export function mostArrivals({ count }: UnknownAttempts, isSent: boolean): number {
  return count + (isSent ? 1 : 0);
}

/**
 * Returns "SMS may have arrived twice: a worker stopped during attempt 1" or "Email may have arrived up to 4 times: the
 * outcomes of 3 attempts are unknown".
 *
 * @param isSent whether a further attempt certainly sent the message.
 */
export function mayHaveArrived(type: StepTypeName, unknown: UnknownAttempts, isSent: boolean): string {
  return `${stepLabels[type]} ${arrivalText(mostArrivals(unknown, isSent), isSent)}: ${causeOf(unknown)}`;
}

/** Returns "may have arrived twice" or "may have arrived up to 4 times". */
export function arrivalText(most: number, isSent: boolean): string {
  const times = most === 1 ? '' : most === 2 && isSent ? ' twice' : ` up to ${counted(most, 'time')}`;
  return `may have arrived${times}`;
}

function causeOf({ count, attempt, isStopped }: UnknownAttempts): string {
  if (attempt === undefined) return `the outcomes of ${counted(count, 'attempt')} are unknown`;
  return isStopped ? `a worker stopped during attempt ${attempt}` : `the response to attempt ${attempt} was lost`;
}
