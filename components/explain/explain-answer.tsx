'use client';

import { CircleHelp, ClipboardCopy } from 'lucide-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { LateLines } from '#components/activity/late-lines.tsx';
import { WithheldNotice } from '#components/activity/withheld-notice.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { SideMark } from '#components/status/sides.tsx';
import { type StateStyle, states } from '#components/status/states.ts';
import { cn } from '#components/ui/cn.ts';
import { CopyText } from '#components/ui/copy-text.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { toneText } from '#components/ui/tone.ts';
import type { Explanation } from '#lib/explain/schema.ts';
import {
  attemptRemarks,
  displayName,
  explanationSummary,
  mayHaveSeveral,
  shownWithName,
} from '#lib/explain/summary.ts';
import { explanationTicket } from '#lib/explain/ticket.ts';
import { equalText, isMistake } from '#lib/notifications/copies/equal-text.ts';
import { lateText } from '#lib/notifications/lateness/late-text.ts';
import { rowState } from '#lib/notifications/status/run-sentence.ts';
import { REPORTED_STATES, reportOf } from '#lib/reasons/report-codes.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { momentText } from '#lib/time/time.ts';
import { ExplainAlternatives } from './explain-alternatives.tsx';
import { ExplainEvidence } from './explain-evidence.tsx';
import { ExplainFix } from './explain-fix.tsx';
import { explainAddress } from './explain-query.ts';
import { ExplainRemarks } from './explain-remarks.tsx';
import { noMatchText } from './no-match-text.ts';
import { useRevealed } from './use-revealed.ts';
import { WhatDecided } from './what-decided.tsx';

const NoMatch = dynamic(() => import('./no-match.tsx').then((module) => module.NoMatch), { ssr: false });

// Loaded after the answer, because few names occur twice.
const Namesakes = dynamic(() => import('./namesakes.tsx').then((module) => module.Namesakes), { ssr: false });

interface Props {
  answer: Explanation;
  /** The channel of the question, kept when an alternative is chosen. */
  channel: string | null;
  /** Whether the answer belongs to the previous question. */
  isStale: boolean;
  /** Whether the question is why the message came several times. */
  isTwice?: boolean;
}

/** The answer: one sentence, the fix, the deciding step, and the evidence. */
export function ExplainAnswer({ answer: given, channel, isStale, isTwice = false }: Props) {
  const { answer, onReveal } = useRevealed(given);
  const { name } = useEnvironment();
  const summary = noMatchText(answer, name) ?? explanationSummary(answer, timesAt(Date.now()));
  const isQuestion = answer.code === 'subscriber_ambiguous' || answer.code === 'subscriber_unknown';
  const hasAside = !isQuestion && answer.alternatives.length > 0;
  return (
    <article aria-busy={isStale} className={cn('max-w-5xl page-x py-5 transition-opacity', isStale && 'opacity-60')}>
      <Summary answer={answer} summary={summary} channel={channel} isTwice={isTwice} />
      <div
        className={cn(
          'mt-5 grid items-start gap-x-8 gap-y-5',
          hasAside && 'lg:grid-cols-[minmax(0,1fr)_minmax(320px,38%)]',
        )}
      >
        <div className="flex min-w-0 flex-col gap-5">
          {isQuestion && <ExplainAlternatives answer={answer} channel={channel} isTwice={isTwice} />}
          {onReveal && <WithheldNotice onReveal={onReveal} />}
          {answer.code === 'subscriber_unknown' ? (
            <NoMatch answer={answer} />
          ) : (
            <ExplainFix answer={answer} isTwice={isTwice} />
          )}
          {!isQuestion && (
            <WhatDecided answer={answer}>
              <ExplainEvidence answer={answer} />
            </WhatDecided>
          )}
        </div>
        {hasAside && (
          <aside className="min-w-0">
            <ExplainAlternatives answer={answer} channel={channel} isTwice={isTwice} />
          </aside>
        )}
      </div>
    </article>
  );
}

interface SummaryProps {
  answer: Explanation;
  summary: string;
  channel: string | null;
  isTwice: boolean;
}

function Summary({ answer, summary, channel, isTwice }: SummaryProps) {
  const { base } = useEnvironment();
  const { subscriber, decisive } = answer;
  const style: Pick<StateStyle, 'icon' | 'tone'> = styleOf(answer);
  const [first = summary, ...remarks] = sentences(answer, summary, isTwice);
  return (
    <header className="flex items-start justify-between gap-2">
      <div className="min-w-0">
        <h2 className="relative pl-8 text-xl font-semibold text-pretty break-words">
          <style.icon aria-hidden className={cn('absolute top-1 left-0 size-5', toneText[style.tone])} />
          <span>
            <LateLines text={first} late={answer.late} />
          </span>
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 pl-8 text-muted">
          <p>
            {decisive.run && `${decisive.run.workflow.name}${subscriber?.subscriberId ? ' for ' : ''}`}
            {subscriber?.subscriberId && (
              <Link
                href={`${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`}
                className="rounded-sm font-medium text-accent-text hover:underline"
              >
                {displayName(subscriber)}
              </Link>
            )}
            {subscriber && shownWithName(subscriber) && (
              <span className="text-faint wrap-anywhere"> ({shownWithName(subscriber)})</span>
            )}
            {decisive.run && (
              <>
                , triggered <span className="whitespace-nowrap">{momentText(decisive.run.createdAt)}</span>{' '}
                <span className="whitespace-nowrap">
                  (<RelativeTime value={decisive.run.createdAt} />)
                </span>
              </>
            )}
          </p>
          {decisive.side && (subscriber || decisive.run) && (
            <span className="inline-flex">
              <span className="sr-only">Cause: </span>
              <SideMark side={decisive.side} isSimulated={decisive.reason.evidence.answeredBy !== undefined} />
            </span>
          )}
        </div>
        {subscriber?.subscriberId && shownWithName(subscriber) && (
          <Namesakes key={subscriber.subscriberId} subscriber={subscriber} channel={channel} isTwice={isTwice} />
        )}
        <ExplainRemarks answer={answer} remarks={remarks} />
      </div>
      {(subscriber || decisive.run) && (
        <div className="-mr-2 shrink-0 max-sm:-mt-2">
          <CopyText
            text={() => explanationTicket(answer, answerAddress(answer, base))}
            icon={<ClipboardCopy aria-hidden />}
            iconOnly="phones"
          >
            Copy for ticket
          </CopyText>
        </div>
      )}
    </header>
  );
}

/**
 * Returns the sentences of the answer. The delay of a sent message and its copies come first, because the question is
 * usually about them.
 */
function sentences(answer: Explanation, summary: string, isTwice: boolean): string[] {
  const { late, equal, decisive } = answer;
  const times = timesAt(Date.now());
  const delay = late ? [lateText(late, times)] : [];
  // “Email sent 2 min late: …” already says “Email sent.”
  const outcome = delay[0]?.startsWith(summary.slice(0, -1)) ? [] : [summary];
  const copies = equal ? [`${equalText(equal)}.`] : [];
  const attempts = attemptRemarks(answer, times);
  // Copies, and several arrivals of one message, answer this question before its outcome does.
  if (isTwice && decisive.run) {
    const lead = equal || mayHaveSeveral(decisive) ? copies : [noCopies(answer)];
    return [...lead, ...attempts.toReversed(), ...outcome, ...delay];
  }
  if (decisive.outcome !== 'sent') return [summary, ...attempts, ...delay, ...copies];
  return equal && isMistake(equal)
    ? [...delay, ...copies, ...outcome, ...attempts]
    : [...delay, ...outcome, ...attempts, ...copies];
}

function noCopies({ subscriber }: Explanation): string {
  const who = subscriber ? displayName(subscriber) : 'the subscriber';
  return `No equal messages: the same content was not sent to ${who} twice within 24 hours.`;
}

function styleOf({ code, decisive }: Explanation): Pick<StateStyle, 'icon' | 'tone'> {
  const { outcome, runSummary } = decisive;
  if (runSummary) return states[rowState(runSummary)];
  if (code === 'sandboxed') return states.sandboxed;
  const report = reportOf(decisive.reason);
  if (report) return states[REPORTED_STATES[report.code]];
  return outcome ? states[outcome] : ASKING;
}

const ASKING = { icon: CircleHelp, tone: 'info' } as const;

/** Returns the URL of the answer, which names its run or else its subscriber. */
function answerAddress({ decisive: { run }, subscriber }: Explanation, base: string): string {
  return location.origin + explainAddress(base, { subscriber: run?._id ?? subscriber?.subscriberId ?? '' });
}
