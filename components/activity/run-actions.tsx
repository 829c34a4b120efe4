'use client';

import { Copy, Link2 } from 'lucide-react';
import { ExplainLink } from '#components/explain/explain-link.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { CopyText } from '#components/ui/copy-text.tsx';
import type { Notification } from '#lib/notifications/schema.ts';
import { ticketText } from '#lib/notifications/ticket-text.ts';
import { CancelRun } from './cancel-run.tsx';

/** A run can be explained, copied for a ticket, linked to, and cancelled while it lives. */
export function RunActions({ run, isLive }: { run: Notification; isLive: boolean }) {
  const { base } = useEnvironment();
  const address = () => `${location.origin}${base}/activity?run=${run._id}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      {run._id && <ExplainLink subscriber={run._id} />}
      <CopyText text={() => ticketText(run, address())} icon={<Copy aria-hidden />}>
        Copy for ticket
      </CopyText>
      <CopyText text={address} icon={<Link2 aria-hidden />}>
        Copy link
      </CopyText>
      {isLive && (
        <span className="ml-auto">
          <CancelRun run={run} />
        </span>
      )}
    </div>
  );
}
