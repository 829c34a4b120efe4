'use client';

import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { type State, type StateStyle, states } from '#components/status/states.ts';
import { stepTypes } from '#components/status/step-types.tsx';
import { cn } from '#components/ui/cn.ts';
import { CodeBlock } from '#components/ui/code.tsx';
import { toneSoft, toneText } from '#components/ui/tone.ts';
import type { DryRunMessage, DryRunResult, DryRunStep } from '#lib/events/dry-run-schema.ts';
import { type About, unmasked } from '#lib/reasons/definition.ts';
import { beginsWithName, parseReason } from '#lib/reasons/registry.ts';
import type { WireReason } from '#lib/reasons/schema.ts';
import { ended, reasonLine } from '#lib/reasons/step-summary.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { lowerFirst } from '#lib/text/lower-first.ts';
import { momentText } from '#lib/time/time.ts';
import { Remedy } from './remedy.tsx';

interface Props {
  result: DryRunResult;
  /** The addresses that the reader may see in full. The result masks all addresses. */
  addresses?: readonly (string | undefined)[];
}

/** The result of a dry run, step by step. */
export function DryRunSteps({ result, addresses = [] }: Props) {
  const { rejected, steps, outcome, subscriber, workflow } = result;
  const about = { subscriber: nameOf(subscriber), workflow: workflow?.name, time: momentText, addresses };
  if (rejected) {
    return (
      <section aria-label="Result" className="rounded-lg border border-line bg-surface px-4 py-3">
        <Ending state="skipped">Nothing would run: {clauseOf(rejected, about)}</Ending>
        <div className="mt-2 pl-7">{rejected.fix && <Remedy fix={rejected.fix} />}</div>
      </section>
    );
  }
  const ending = outcome ?? 'running';
  return (
    <section aria-label="Result">
      <Ending state={ending === 'sent' && isAllStored(steps) ? 'stored' : ending}>{endingOf(ending, steps)}</Ending>
      {subscriber.isNew && <p className="mt-1 pl-7 text-xs text-faint">The trigger would create the subscriber.</p>}
      <ol className="mt-3 flex flex-col">
        {steps.map((step, at) => (
          <Step key={step.stepId} step={step} about={about} isLast={at === steps.length - 1} />
        ))}
      </ol>
    </section>
  );
}

type DryRunOutcome = NonNullable<DryRunResult['outcome']>;

const OUTCOMES = {
  running: 'The run would not end within 500 attempts.',
  waiting: 'The run would still wait.',
  sent: 'Messages would be sent.',
  done: 'Every step would run; none of them sends a message.',
  failed: 'The run would fail.',
  skipped: 'Nothing would be sent.',
  throttled: 'Nothing would be sent: the run would be throttled.',
  merged: 'The run would be merged into a digest that is already open.',
  cancelled: 'The run would be cancelled.',
} as const satisfies Record<DryRunOutcome, string>;

type Judged = Pick<DryRunStep, 'messages' | 'reason'>;

/** Returns the heading. If no message would reach anyone, the heading names the sandbox or the missing inbox. */
export function endingOf(state: DryRunOutcome, steps: readonly Judged[]): string {
  if (state === 'sent' && isAllStored(steps)) return 'Messages would be stored: no inbox has connected.';
  const shown = steps.filter((step) => !isStored(step));
  const senders = shown.flatMap(({ messages }) => messages.flatMap(({ integration }) => integration ?? []));
  const isSandboxed = senders.length > 0 && senders.every(({ sandbox }) => sandbox);
  return state === 'sent' && isSandboxed
    ? 'The sandbox would accept the messages; nothing would be sent.'
    : OUTCOMES[state];
}

/** Whether every message would be stored without an inbox that shows it. */
function isAllStored(steps: readonly Judged[]): boolean {
  const senders = steps.filter(({ messages }) => messages.length > 0);
  return senders.length > 0 && senders.every(isStored);
}

function isStored({ reason }: Pick<DryRunStep, 'reason'>): boolean {
  return reason.code === 'stored';
}

/** Replaces the text of the reason, which is about a message that was already stored. */
const STORED = 'The message would be stored: no inbox has connected to the integration, so no one would see it yet.';

function Ending({ state, children }: { state: State; children: React.ReactNode }) {
  const style: StateStyle = states[state];
  return (
    <p className="flex items-start gap-2 text-base font-semibold text-pretty">
      <style.icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', toneText[style.tone])} />
      {children}
    </p>
  );
}

interface StepProps {
  step: DryRunStep;
  about: About;
  isLast: boolean;
}

function Step({ step, about, isLast }: StepProps) {
  const { icon: Icon, label } = stepTypes[step.type];
  const style: StateStyle = states[isStored(step) ? 'stored' : (step.outcome ?? 'running')];
  return (
    <li className="relative pb-4 pl-9">
      {!isLast && <span aria-hidden className="absolute top-7 bottom-0 left-[13px] w-px bg-line" />}
      <span
        aria-hidden
        className={cn('absolute top-0 left-0 grid size-7 place-items-center rounded-full', toneSoft[style.tone])}
      >
        <Icon className="size-4" />
      </span>
      <p className="flex min-h-7 flex-wrap items-center gap-x-2">
        <span className="font-medium break-words">{step.name || label}</span>
        {step.name && step.name !== label && <span className="text-faint">{label}</span>}
      </p>
      {step.waits.map(({ until, ...wait }) => (
        <p key={until} className="text-info">
          {textOf(wait, about)} <span className="text-faint">Then it would continue:</span>
        </p>
      ))}
      <p
        className={cn(
          'text-pretty',
          step.outcome === 'failed' ? 'text-bad' : isStored(step) ? 'text-warn' : 'text-muted',
        )}
      >
        {isStored(step) ? STORED : textOf(step, about)}
      </p>
      {step.fix && (
        <div className="mt-1.5">
          <Remedy fix={step.fix} />
        </div>
      )}
      {step.request && (
        <CodeBlock className="mt-2">
          {`${step.request.method} ${step.request.url}\n${step.request.body ?? ''}`.trim()}
        </CodeBlock>
      )}
      {step.messages.map((message, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the result never changes, and two devices may look alike
        <Message key={at} message={message} addresses={about.addresses} />
      ))}
    </li>
  );
}

/** The rendered message of a dry run, folded at first. */
function Message({ message, addresses = [] }: { message: DryRunMessage; addresses: About['addresses'] }) {
  const { to, integration, subject, title, content } = message;
  const heading = subject || title || firstLine(content);
  const envelope = envelopeOf(message);
  return (
    <details className="group mt-2 rounded-lg border border-line bg-surface">
      <summary className="flex min-h-9 cursor-pointer items-center gap-2 px-3 py-1.5">
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90" />
        <span className="flex min-w-0 flex-1 flex-col gap-x-2 sm:flex-row sm:items-center">
          <span className="min-w-0 truncate sm:flex-1">{heading}</span>
          <span className="max-w-full truncate text-xs text-faint sm:max-w-[55%] sm:shrink-0">
            {integration
              ? `to ${to === undefined ? 'the inbox' : unmasked(to, addresses)} (${integration.name})`
              : 'no address'}
          </span>
        </span>
      </summary>
      {envelope.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 border-t border-line px-3 py-1.5 text-xs">
          {envelope.map(([name, value]) => (
            <Fragment key={name}>
              <dt className="text-faint">{name}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
      <CodeBlock className="max-h-60 rounded-none border-x-0 border-b-0">{content ?? ''}</CodeBlock>
    </details>
  );
}

/** Returns the fields of an email other than its subject, with their names. */
function envelopeOf({ cc, bcc, replyTo, headers = {} }: DryRunMessage): [name: string, value: string][] {
  const fields = { Cc: cc?.join(', '), Bcc: bcc?.join(', '), 'Reply-To': replyTo, ...headers };
  return Object.entries(fields).flatMap(([name, value]) => (value ? [[name, value]] : []));
}

function firstLine(content = ''): string {
  return content.split('\n')[0] ?? '';
}

/** Returns the text for the middle of a sentence. A name keeps its capitals. */
function clauseOf(answer: Reasoned, about: About): string {
  const reason = parseReason(answer.reason);
  const text = textOf(answer, about);
  return reason && beginsWithName(text, reason, about) ? text : lowerFirst(text);
}

interface Reasoned {
  reason: WireReason;
  summary: string;
}

/** Returns the text of the reason in the reader's time zone. */
function textOf({ reason: stored, summary }: Reasoned, about: About): string {
  const reason = parseReason(stored);
  return reason ? ended(reasonLine(reason, about)) : summary;
}
