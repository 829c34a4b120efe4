'use client';

import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { RowTime, useRowTime } from '#components/layout/row-time.tsx';
import { WithSandboxIcon } from '#components/status/sandbox-note.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { cn } from '#components/ui/cn.ts';
import { Prose } from '#components/ui/prose.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { failedWords, rowText } from '#lib/notifications/status/run-sentence.ts';

const rowClass = 'flex min-h-10 items-start gap-x-2.5 px-3 py-2.5';

/** A row of a card that links to an answer, or only shows text if there is none. */
export function AnswerRow({ href, children }: { href: string | undefined; children: ReactNode }) {
  if (href === undefined) return <li className={rowClass}>{children}</li>;
  return (
    <li>
      <Link href={href} className={cn(rowClass, 'group/row focus-inset hover:bg-hover')}>
        {children}
        <ChevronRight aria-hidden className="my-0.5 size-4 shrink-0 text-faint group-hover/row:text-fg" />
      </Link>
    </li>
  );
}

interface RunRowProps {
  run: RunSummary;
  name?: string | undefined;
  href: string;
  /** A further line. */
  note?: string | undefined;
}

/** The result of a run: its workflow, the recipient unless the page is about one, the time and the reason. */
export function RunRow({ run, name, href, note }: RunRowProps) {
  const { now, zone } = useRowTime();
  const { text, state, failed } = rowText(run, now, zone);
  const label = failedWords({ text, failed });
  return (
    <AnswerRow href={href}>
      <StateMark state={state} show="icon" className="mt-0.5" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex min-w-0 items-baseline gap-x-2">
          {name !== undefined && <Truncate value={name} className="font-medium" />}
          <Truncate
            value={run.workflow.name}
            className={name === undefined ? 'font-medium' : 'text-muted max-sm:hidden'}
          />
          <span className="ml-auto shrink-0 pl-2 text-xs">
            <RowTime value={run.createdAt} />
          </span>
        </span>
        <span className={cn('text-pretty wrap-anywhere', failed && !label ? 'text-bad' : 'text-muted')}>
          {name !== undefined && <span className="sm:hidden">{run.workflow.name} · </span>}
          {label && (
            <span className="text-bad">
              <Prose>{label}</Prose>
            </span>
          )}
          <WithSandboxIcon bare={state === 'sandboxed'}>{text.slice(label?.length ?? 0)}</WithSandboxIcon>
        </span>
        {note && <span className="font-medium text-pretty text-warn">{note}</span>}
      </span>
    </AnswerRow>
  );
}
