/** Provides a replay with data from the record of its run: responses to HTTP steps, windows, collected events. Pure. */
import type { AnsweredRequest, RequestAnswer } from '#lib/engine/decision.ts';
import type { DryRunTools } from '#lib/engine/play-run.ts';
import type { RunJob } from '#lib/engine/run-context.ts';
import type { DigestEvent, DigestEvents, DigestWindow, LimitWindow } from '#lib/engine/windows/windows.ts';
import type { RecordedDetail, RecordedRun, RecordedStep } from './recorded-runs.ts';

/** Returns the record of a step: the record of the same step, otherwise of a step with the same identifier. */
export function recordOf({ steps }: Pick<RecordedRun, 'steps'>, step: RunJob['step']): RecordedStep | undefined {
  const own = steps.filter(({ job }) => job.step.type === step.type);
  return own.find(({ job }) => job.step.id === step.id) ?? own.find(({ job }) => job.step.stepId === step.stepId);
}

type RecordTools = Pick<DryRunTools, 'limitWindow' | 'digestWindow'> &
  Required<Pick<DryRunTools, 'answer' | 'collected'>>;

/**
 * Returns the tools for one replay of a run. The tools count the requests of the replay, so another replay needs new
 * tools.
 */
export function recordTools(run: RecordedRun): RecordTools {
  const requests = new Map<string, number>();
  const stepOf = (job: RunJob) => recordOf(run, job.step);
  return {
    answer(job) {
      const answers = answersOf(stepOf(job));
      const count = requests.get(job.id) ?? 0;
      requests.set(job.id, count + 1);
      return answers[count] ?? answers.at(-1);
    },
    collected: (job) => collectedBy(stepOf(job)),
    limitWindow: async (_id, job) => limitBefore(stepOf(job)),
    digestWindow: async (_id, job) => digestBefore(stepOf(job)),
  };
}

/** Returns the recorded responses of a step, one per attempt. */
function answersOf(step: RecordedStep | undefined): AnsweredRequest[] {
  return (step?.details ?? []).flatMap((detail) => {
    const answer = answerOf(detail, step?.job);
    return answer ? [{ host: hostIn(detail), answer }] : [];
  });
}

function hostIn({ reason: { evidence } }: RecordedDetail): string {
  return 'host' in evidence && typeof evidence.host === 'string' ? evidence.host : 'The server';
}

function answerOf({ reason, response }: RecordedDetail, job: RunJob | undefined): RequestAnswer | undefined {
  switch (reason.code) {
    case 'requested': {
      // Prefer the result, which is complete; the recorded response may be cut off.
      const isObject = job?.result && Object.keys(job.result).length > 0;
      const body = isObject ? JSON.stringify(job.result) : (responseOf(response)?.body ?? '');
      return { status: reason.evidence.status, body };
    }
    case 'response_invalid':
      return responseOf(response);
    case 'retry_waiting': {
      const { words, problem = words } = reason.evidence;
      return responseOf(response) ?? { problem: problem ?? '', kind: 'unavailable' };
    }
    case 'request_failed': {
      const { status, problem } = reason.evidence;
      if (status !== undefined) return responseOf(response) ?? { status, body: problem };
      return { problem, kind: 'impossible' };
    }
    case 'outbound_blocked':
      return { problem: reason.evidence.words, kind: 'blocked' };
    case 'secret_unreadable':
      return { problem: '', kind: 'unreadable' };
    default:
      return undefined;
  }
}

/** Reads a recorded response: `<status>`, an empty line, the body. */
function responseOf(text: string | undefined): { status: number; body: string } | undefined {
  const at = text?.indexOf('\n\n') ?? -1;
  const status = Number(text?.slice(0, at));
  return text !== undefined && at > 0 && Number.isInteger(status) ? { status, body: text.slice(at + 2) } : undefined;
}

/**
 * Returns the window of a throttle as the run found it. Undefined if the run opened the window, or if there is no
 * record.
 */
function limitBefore(step: RecordedStep | undefined): LimitWindow | undefined {
  const reason = step?.details.findLast(
    ({ reason: { code } }) => code === 'throttled' || code === 'throttle_passed',
  )?.reason;
  if (reason?.code === 'throttled') {
    const { count, until } = reason.evidence;
    return { count, endsAt: new Date(until) };
  }
  if (reason?.code !== 'throttle_passed') return undefined;
  const { count, until } = reason.evidence;
  return count > 1 ? { count: count - 1, endsAt: new Date(until) } : undefined;
}

/** Returns the window of a digest as the run found it: open if the run joined it, otherwise closed. */
function digestBefore(step: RecordedStep | undefined): DigestWindow | undefined {
  const first = step?.details.find(({ reason: { code } }) => DIGEST_STARTS.has(code));
  if (first?.reason.code === 'digest_merged')
    return { opener: { jobId: '', notificationId: first.reason.evidence.notification ?? '' } };
  // If a digest with a look-back window waits, there was an earlier event.
  return first?.reason.code === 'digest_waiting' ? { lastEventAt: first.at } : undefined;
}

const DIGEST_STARTS: ReadonlySet<string> = new Set(['digest_merged', 'digest_waiting', 'digest_first']);

/**
 * Returns the events that a run collected. Undefined if another run collected them, or if the digest was still open.
 */
function collectedBy(step: RecordedStep | undefined): DigestEvents | undefined {
  const { eventCount, events } = step?.job.result ?? {};
  if (typeof eventCount !== 'number' || !Array.isArray(events)) return undefined;
  return { count: eventCount, events: events as DigestEvent[], payloadIds: step?.job.payloadIds };
}
