import { stepLabels } from '#lib/steps/labels.ts';
import { counted } from '#lib/text/counted.ts';
import type { TextTimes } from '#lib/time/day-time.ts';
import { durationText } from '#lib/time/time.ts';
import type { Lateness, LateShare } from './lateness.ts';

type Times = Pick<TextTimes, 'on' | 'time'>;

/**
 * Returns "Email sent 42 min late: SendGrid could not be reached for 40 min. Sending usually takes 2.0 s (median of 34
 * runs outside outages)." With several causes, each has its part of the delay: "Email sent 38 min late. 4 min: SendGrid
 * could not be reached; 34 min: the message had failed, and ann@example.com retried it at 12:40."
 */
export function lateText(late: Lateness, times?: Times): string {
  const { head, parts, usual } = lateParts(late, times);
  return [`${head}.`, ...(parts.length > 0 ? [`${parts.join('; ')}.`] : []), ...(usual ? [usual] : [])].join(' ');
}

interface LateParts {
  /** Without a full stop. With a single cause, it contains the cause. */
  head: string;
  /** The causes with their part of the delay, if there are several. */
  parts: string[];
  usual: string | undefined;
}

/** Returns the parts of `lateText`. */
export function lateParts(late: Lateness, times?: Times): LateParts {
  const { channel, afterMs, shares } = late;
  const begin = `${stepLabels[channel]} sent ${durationText(afterMs)} late`;
  const usual = usualText(late);
  const [only, ...more] = shares;
  if (only && more.length === 0)
    return { head: `${begin}: ${causeText(only, times)}${outageLength(only)}`, parts: [], usual };
  const isNamed = shares.filter(({ cause }) => cause === 'outage').length > 1;
  const lengths = partTexts(late);
  const parts = shares.map((share, at) => {
    const span = isNamed && times ? outageSpan(share, times) : '';
    return `${lengths[at]}: ${causeText(share, times)}${span}`;
  });
  return { head: begin, parts, usual };
}

const [MINUTE, DAY] = [60_000, 24 * 3_600_000];

/**
 * Returns the lengths of the parts in whole minutes, whose sum is the whole minutes of the delay. Minutes that are lost
 * by rounding down are given to the parts that lost the most.
 */
function partTexts({ afterMs, shares }: Lateness): string[] {
  if (afterMs >= DAY) return shares.map(({ ms }) => durationText(ms));
  const down = shares.map(({ ms }) => Math.floor(ms / MINUTE));
  const missing = Math.round(afterMs / MINUTE) - down.reduce((sum, minutes) => sum + minutes, 0);
  const byLoss = [...shares.keys()].toSorted((one, other) => lossOf(shares[other]) - lossOf(shares[one]));
  const raised = new Set(byLoss.slice(0, Math.max(0, missing)));
  return down.map((minutes, at) => {
    const shown = minutes + (raised.has(at) ? 1 : 0);
    return shown === 0 ? 'under 1 min' : durationText(shown * MINUTE);
  });
}

function lossOf(share: LateShare | undefined): number {
  return (share?.ms ?? 0) % MINUTE;
}

function causeText({ cause, provider = 'the provider', actor = 'someone', at }: LateShare, times?: Times): string {
  switch (cause) {
    case 'outage':
      return `${provider} could not be reached`;
    case 'retry':
      return `the message had failed, and ${actor} retried it${at && times ? ` ${times.on(at)}` : ''}`;
    case 'provider':
      return `${provider} did not accept the message at first`;
    case 'no_response':
      return `${provider} did not respond at first`;
    case 'limit':
      return `the message waited for the limit of the integration`;
    case 'worker':
      return 'a worker stopped while it was sending';
    case 'queue':
      return 'no worker was free';
    case 'unknown':
      return 'the cause was not recorded';
  }
}

/** Returns the length of an outage that is over. */
function outageLength({ since, until }: LateShare): string {
  return since && until ? ` for ${durationText(Date.parse(until) - Date.parse(since))}` : '';
}

/** Returns " (outage from 10:40 to 10:46)", so that several outages can be distinguished. */
function outageSpan({ since, until }: LateShare, { time }: Times): string {
  if (!since) return '';
  return until ? ` (outage from ${time(since)} to ${time(until)})` : ` (outage since ${time(since)})`;
}

function usualText({ usualMs, usualOf }: Lateness): string | undefined {
  if (usualMs === undefined) return undefined;
  const of = usualOf === undefined ? '' : ` (median of ${counted(usualOf, 'message')} outside outages)`;
  return `Sending usually takes ${durationText(usualMs)}${of}.`;
}
