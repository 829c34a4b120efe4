'use client';

import { ClipboardCopy, Link2 } from 'lucide-react';
import { ExplainLink } from '#components/explain/explain-link.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyText } from '#components/ui/copy-text.tsx';
import type { SummarisedRun } from '#lib/notifications/schema.ts';
import { ticketText } from '#lib/notifications/status/ticket-text.ts';

const NEXT_TO_BACK = 'max-lg:absolute max-lg:top-0 max-lg:right-1.5 max-lg:h-11 md:max-lg:right-3.5';

interface Props {
  run: SummarisedRun;
  /** Whether the actions keep their place in the line also on phones. */
  inLine?: boolean;
}

/** The actions to explain a run, copy it for a ticket and link to it. On phones, the actions are next to “Back”. */
export function RunActions({ run, inLine = false }: Props) {
  const { base } = useEnvironment();
  const address = () => `${location.origin}${base}/activity?run=${run._id}`;
  return (
    <div className={cn('flex shrink-0 items-center', !inLine && NEXT_TO_BACK)}>
      {run._id && <ExplainLink subscriber={run._id} quiet />}
      <CopyText text={() => ticketText(run, address())} icon={<ClipboardCopy aria-hidden />} iconOnly>
        Copy for ticket
      </CopyText>
      <CopyText text={address} icon={<Link2 aria-hidden />} iconOnly>
        Copy link
      </CopyText>
    </div>
  );
}
