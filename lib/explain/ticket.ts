/** Builds the text of an answer for a ticket. Runs in the browser too. */
import { senderName } from '#lib/integrations/sender-name.ts';
import { equalText } from '#lib/notifications/copies/equal-text.ts';
import { lateText } from '#lib/notifications/lateness/late-text.ts';
import { summaryWithoutValues, withoutAddresses, withoutValues } from '#lib/notifications/status/ticket-text.ts';
import { datedTimes } from '#lib/time/day-time.ts';
import { absoluteTime } from '#lib/time/time.ts';
import type { Explanation } from './schema.ts';
import { attemptRemarks, explanationSummary } from './summary.ts';

/**
 * Returns an answer as text for a ticket: what happened, to which subscriber, what to do, and the IDs to find it again.
 * Tickets are stored in other systems, so the text contains no names, full addresses or payload values.
 *
 * @param address the URL of the answer.
 */
export function explanationTicket(answer: Explanation, address: string): string {
  const { code, decisive, fix, late } = answer;
  const { run, integration } = decisive;
  const happened = [
    late && lateText(late, datedTimes()),
    explanationSummary({ ...answer, subscriber: undefined, decisive: masked(decisive) }, datedTimes()),
    ...attemptRemarks(answer, datedTimes()),
    answer.equal && `${equalText(answer.equal)}.`,
  ];
  const paragraphs = [
    [happened.filter(Boolean).join(' '), aboutText(answer)].filter(Boolean).join('\n'),
    ...(fix ? [`What to do: ${fix.text}`] : []),
    [
      ...(integration ? [`Integration: ${senderName(integration)}`] : []),
      ...(run ? [`Transaction ${run.transactionId}, run ${run._id}`] : []),
      `Reason code ${code}`,
    ].join('\n'),
  ];
  return [...paragraphs.map(withoutAddresses), address].join('\n\n');
}

/** Returns "This is about “Receipt” for the subscriber user_42, triggered on 20 Nov 2026, 14:05:35 CET." */
function aboutText({ subscriber, decisive: { run } }: Explanation): string | undefined {
  const person = subscriber?.subscriberId === undefined ? undefined : `the subscriber ${subscriber.subscriberId}`;
  if (!run) return person && `This is about ${person}.`;
  const what = `“${run.workflow.name}”${person === undefined ? '' : ` for ${person}`}`;
  return `This is about ${what}, triggered on ${absoluteTime(run.createdAt)}.`;
}

function masked(decisive: Explanation['decisive']): Explanation['decisive'] {
  const { more, runSummary } = decisive;
  return {
    ...withoutValues(decisive),
    more: more?.map(withoutValues),
    ...(runSummary && { runSummary: summaryWithoutValues(runSummary) }),
  };
}
