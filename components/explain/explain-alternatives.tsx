'use client';

import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { RowTime } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { LastMessage } from '#components/subscribers/last-message.tsx';
import { Prose } from '#components/ui/prose.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import type { Alternative, Explanation } from '#lib/explain/schema.ts';
import { aboutExplained, displayName } from '#lib/explain/summary.ts';
import { equalText } from '#lib/notifications/copies/equal-text.ts';
import { parseReason } from '#lib/reasons/registry.ts';
import { ended, stepSummary } from '#lib/reasons/step-summary.ts';
import { timesAt } from '#lib/time/day-time.ts';
import { explainAddress } from './explain-query.ts';
import { searchedIn } from './no-match-text.ts';
import { AnswerRow, RunRow } from './run-row.tsx';

interface Props {
  answer: Explanation;
  channel: string | null;
  isTwice: boolean;
}

/** The maximum number of alternatives that fit on one screen. */
const MAX_SHOWN = 6;

function titleOf(type: Alternative['type'], { code, subscriber }: Explanation): string {
  switch (type) {
    case 'step':
      return 'Other steps of this run';
    case 'refusal':
      return 'Rejected triggers';
    case 'subscriber':
      return 'Which person do you mean?';
    case 'run':
      if (code === 'subscriber_ambiguous') return 'Which run do you mean?';
      return subscriber ? `Other runs for ${displayName(subscriber)}` : 'Other runs';
  }
}

/** Other subscribers, runs or steps that the question may mean, each one click away. */
export function ExplainAlternatives({ answer, channel, isTwice }: Props) {
  const groups = Map.groupBy(answer.alternatives, ({ type }) => type);
  const isQuestion = answer.code === 'subscriber_ambiguous';
  const isPhone = useMedia('(width < 40rem)');
  return (
    <div className="flex flex-col gap-5 empty:hidden">
      {[...groups].map(([type, members]) => (
        <Group
          key={type}
          title={titleOf(type, answer)}
          count={members.length}
          isFolded={!isQuestion && isPhone}
          isTitled={!isQuestion}
        >
          {members.slice(0, MAX_SHOWN).map((alternative) => (
            <Row
              key={keyOf(alternative)}
              alternative={alternative}
              answer={answer}
              channel={channel}
              isTwice={isTwice}
            />
          ))}
          {type === 'subscriber' && members.length >= MAX_SHOWN && <AllPeople text={searchedIn(answer.decisive)} />}
        </Group>
      ))}
    </div>
  );
}

/** Links to the whole list, because there may be more matches than were read. */
function AllPeople({ text }: { text: string }) {
  const { base } = useEnvironment();
  return (
    <AnswerRow href={`${base}/subscribers?q=${encodeURIComponent(text)}`}>
      <span className="flex-1 text-accent-text">All subscribers that match “{text}”</span>
    </AnswerRow>
  );
}

interface GroupProps {
  title: string;
  count: number;
  /** Whether the group is closed until the user opens it. On a phone, the answer comes first. */
  isFolded: boolean;
  /** Whether a title is shown. The title is omitted if the sentence above already contains the question. */
  isTitled: boolean;
  children: ReactNode;
}

function Group({ title, count, isFolded, isTitled, children }: GroupProps) {
  const id = useId();
  const list = (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">{children}</ul>
  );
  if (isFolded) {
    return (
      <details className="group">
        <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-medium text-muted">
          <ChevronRight aria-hidden className="size-4 shrink-0 text-faint transition-transform group-open:rotate-90" />
          {title} ({count})
        </summary>
        {list}
      </details>
    );
  }
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={isTitled ? 'mb-2 text-xs font-medium text-faint' : 'sr-only'}>
        {title}
      </h3>
      {list}
    </section>
  );
}

interface RowProps extends Props {
  alternative: Alternative;
}

function Row({ alternative, answer, channel, isTwice }: RowProps) {
  const { base } = useEnvironment();
  const href = hrefOf(base, alternative, channel, isTwice);
  if (alternative.type === 'run' && alternative.row) {
    const { row, subscriber, equal } = alternative;
    return (
      <RunRow
        run={row}
        name={subscriber && displayName(subscriber)}
        href={href ?? base}
        note={equal && equalText(equal)}
      />
    );
  }
  return (
    <AnswerRow href={href}>
      <Content alternative={alternative} answer={answer} />
    </AnswerRow>
  );
}

function Content({ alternative, answer }: { alternative: Alternative; answer: Explanation }) {
  switch (alternative.type) {
    case 'subscriber': {
      return <PersonContent {...alternative} />;
    }
    case 'run': {
      const { run, subscriber } = alternative;
      return (
        <>
          <span className="min-w-0 truncate">{subscriber ? displayName(subscriber) : run.workflow.name}</span>
          <span className="ml-auto shrink-0 text-xs">
            <RowTime value={run.createdAt} />
          </span>
        </>
      );
    }
    case 'step':
    case 'refusal': {
      const { reason: stored, outcome, summary } = alternative;
      const reason = parseReason(stored);
      const about = aboutExplained(answer.subscriber, answer.decisive.run?.workflow.name, timesAt(Date.now()));
      const type = alternative.type === 'step' ? alternative.step.type : undefined;
      return (
        <>
          {outcome && (
            <StateMark state={reason?.code === 'sandboxed' ? 'sandboxed' : outcome} show="icon" className="mt-0.5" />
          )}
          <span className="min-w-0 flex-1 text-pretty">
            <Prose>{reason ? ended(stepSummary({ type, reason, isListed: true }, about)) : summary}</Prose>
          </span>
          {alternative.type === 'refusal' && <RowTime value={alternative.at} />}
        </>
      );
    }
  }
}

/** A subscriber with the address, ID and time of the last message, which distinguish people of the same name. */
function PersonContent({ subscriber, ...recent }: Omit<Extract<Alternative, { type: 'subscriber' }>, 'type'>) {
  const { email, phone, subscriberId } = subscriber;
  const name = displayName(subscriber);
  const address = [email, phone].find((each) => each !== undefined && each !== name);
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-y-0.5">
      <span className="flex min-w-0 items-baseline gap-x-2.5">
        <span className="min-w-0 flex-1 font-medium wrap-anywhere">{name}</span>
        <span className="shrink-0 text-xs leading-5 whitespace-nowrap text-muted">
          <LastMessage {...recent} />
        </span>
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2.5 text-faint">
        <span className="flex max-w-full min-w-0">
          {address ? <Truncate value={address} /> : email === undefined && phone === undefined && 'No address'}
        </span>
        {subscriberId !== undefined && subscriberId !== name && (
          <span className="flex max-w-full min-w-0">
            <Truncate value={subscriberId} className="font-mono text-xs" />
          </span>
        )}
      </span>
    </span>
  );
}

function hrefOf(base: string, alternative: Alternative, channel: string | null, twice: boolean): string | undefined {
  switch (alternative.type) {
    case 'subscriber': {
      const { subscriberId } = alternative.subscriber;
      return subscriberId && explainAddress(base, { subscriber: subscriberId, channel: channel ?? undefined, twice });
    }
    case 'run':
      if (alternative.equal) return explainAddress(base, { subscriber: alternative.equal.messageId });
      return explainAddress(base, { subscriber: alternative.run._id, channel: channel ?? undefined });
    case 'step':
      return explainAddress(base, { subscriber: alternative.step._id });
    case 'refusal':
      return undefined;
  }
}

function keyOf(alternative: Alternative): string {
  switch (alternative.type) {
    case 'subscriber':
      return `subscriber ${alternative.subscriber.subscriberId}`;
    case 'run':
      return `run ${alternative.run._id}`;
    case 'step':
      return `step ${alternative.step._id}`;
    case 'refusal':
      return `refusal ${alternative.at}`;
  }
}
