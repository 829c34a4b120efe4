import type { RunOutcome } from '#lib/reasons/outcome.ts';
import { isDelivery, midSentence, stepWords, waitWord } from '#lib/steps/words.ts';
import { momentText } from '#lib/time.ts';
import { reasonOf } from './reasons.ts';
import type { Job, Notification } from './schema.ts';

export interface Verdict {
  state: RunOutcome;
  /** The answer to "did it arrive, and if not, why not?" in one sentence. */
  sentence: string;
  /** The reason alone, for a row; undefined when everything went through. */
  reason: string | undefined;
}

interface Outcome {
  job: Job;
  state: RunOutcome;
  word: string;
  reason: string | undefined;
}

const byStatus: Record<string, RunOutcome> = {
  completed: 'done',
  failed: 'failed',
  delayed: 'waiting',
  canceled: 'cancelled',
  merged: 'merged',
  skipped: 'skipped',
};

/** The state of each job as people see it, in the order of the jobs. */
export function jobState(job: Job): RunOutcome {
  if (job.status === 'completed') return isDelivery(job.type) ? 'sent' : 'done';
  if (job.status === 'skipped' && job.executionDetails.some(({ detail }) => /throttle/i.test(detail)))
    return 'throttled';
  return byStatus[job.status] ?? 'running';
}

/** What became of an event, across all of its steps. */
export function verdictOf(notification: Pick<Notification, 'jobs' | '_digestedNotificationId'>): Verdict {
  const outcomes = (notification.jobs ?? []).map(outcomeOf);
  const of = (state: RunOutcome) => outcomes.filter((outcome) => outcome.state === state);
  const sent = of('sent');
  const [failed] = of('failed');
  if (failed) {
    const rest = sent.length > 0 ? ` ${words(sent)} went through.` : '';
    return verdict(
      'failed',
      `${failed.word} failed: ${midSentence(failed.reason ?? 'no reason was recorded')}.${rest}`,
      failed.reason ?? 'No reason was recorded',
    );
  }
  const [waiting] = of('waiting');
  if (waiting)
    return verdict('waiting', `${waitingText(waiting.job)}; the steps after it follow then.`, waitingText(waiting.job));
  if (of('running').length > 0) return verdict('running', 'Still on its way.', undefined);
  if (of('merged').length > 0) {
    return verdict(
      'merged',
      'It joined a digest that was already collecting and goes out with that one.',
      'Goes out with an earlier digest',
    );
  }
  const held =
    outcomes.find((outcome) => outcome.state === 'throttled') ??
    outcomes.find((outcome) => outcome.state === 'skipped');
  if (sent.length > 0) {
    const aside = held?.reason && ` ${held.word} was skipped: ${midSentence(held.reason)}.`;
    return verdict('sent', `${words(sent)} sent.${aside ?? ''}`, held?.reason);
  }
  if (held)
    return verdict(
      held.state,
      `Nothing was sent: ${midSentence(held.reason ?? 'no reason was recorded')}.`,
      held.reason,
    );
  if (of('cancelled').length > 0)
    return verdict('cancelled', 'It was cancelled before anything was sent.', 'Cancelled before it was sent');
  if (outcomes.length > 0) return verdict('done', 'Every step ran; none of them sends a message.', undefined);
  return verdict('skipped', 'Nothing was sent: the workflow had no active step.', 'The workflow had no active step');
}

function outcomeOf(job: Job): Outcome {
  const word = stepWords[job.type];
  return { job, word, state: jobState(job), reason: reasonOf(job, word) };
}

function verdict(state: RunOutcome, sentence: string, reason: string | undefined): Verdict {
  return { state, sentence, reason };
}

function waitingText({ type, digest }: Job): string {
  const until = digest?.timed?.untilDate;
  return waitWord(type) ?? (until ? `Waiting until ${momentText(until)}` : 'Waiting for the delay to end');
}

/** "E-mail", "E-mail and SMS", "E-mail, SMS and push". */
function words(outcomes: readonly Outcome[]): string {
  const unique = [...new Set(outcomes.map((outcome) => outcome.word))].map((word, index) =>
    index === 0 ? word : midSentence(word),
  );
  return unique.length > 1 ? `${unique.slice(0, -1).join(', ')} and ${unique.at(-1)}` : (unique[0] ?? '');
}
