import type { State } from '#components/status/states.ts';
import type { Alert, AlertRule } from '#lib/alerts/schema.ts';
import { listText } from '#lib/text/list-text.ts';
import { durationText } from '#lib/time/time.ts';

interface Shown {
  state: State;
  label: string;
  /** The cause of a missing notice, or the sent notices with their addresses. */
  text?: string;
}

/** Returns the state of a rule, with the facts of its alert or the reason why it cannot send. */
export function ruleState({ active, problem, alert }: AlertRule): Shown {
  if (!active) return { state: 'cancelled', label: 'Paused', text: 'Nothing is watched' };
  if (alert) {
    const unsent = alert.problem && `Not sent: ${alert.problem}`;
    return { state: 'failed', label: 'Alerting', text: unsent ?? alert.words };
  }
  if (problem) return { state: 'warning', label: 'Cannot send', text: problem };
  return { state: 'done', label: 'OK' };
}

const about = { raised: 'Start', resolved: 'End' } as const;

/** Returns the notices sent about an alert, or the cause if none was sent. */
export function sentState({ notices, pending, problem, endCause }: Alert): Shown {
  const last = notices.at(-1);
  if (pending?.isQuiet)
    return { state: 'waiting', label: 'Waiting', text: `${about[pending.about]}: after the quiet hours` };
  if (problem)
    return { state: 'warning', label: 'Not sent', text: pending ? `${problem}. Belfry will retry` : problem };
  if (pending) return { state: 'queued', label: 'Sending', text: `${about[pending.about]} of the alert` };
  if (!last) {
    const text =
      endCause === 'resolved' ? 'The alert ended during the quiet hours' : 'Rule paused or deleted before sending';
    return { state: 'skipped', label: 'Not sent', text };
  }
  const what = listText(notices.map((notice) => about[notice.about]));
  const text = `${what.slice(0, 1)}${what.slice(1).toLowerCase()} to ${last.to} through ${last.integration}`;
  return last.sandboxed ? { state: 'sandboxed', label: 'Sandbox', text } : { state: 'sent', label: 'Sent', text };
}

/** Returns why an alert ended without being resolved. */
export function endText({ endCause, endWords }: Alert): string | undefined {
  if (endCause === 'paused') return 'The rule was paused';
  return endCause === 'deleted' ? 'The rule was deleted' : endWords;
}

/** Returns "lasted 35 min". Undefined while the alert lasts. */
export function lastedText({ raisedAt, endedAt }: Pick<Alert, 'raisedAt' | 'endedAt'>): string | undefined {
  return endedAt && `lasted ${durationText(Date.parse(endedAt) - Date.parse(raisedAt))}`;
}
