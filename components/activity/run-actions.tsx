'use client';

import { Check, Copy, Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ExplainLink } from '#components/explain/explain-link.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { writeClipboard } from '#components/ui/copy-button.tsx';
import { notify } from '#components/ui/notify.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { ticketText } from '#lib/notifications/ticket-text.ts';
import { CancelRun } from './cancel-run.tsx';

/** A run can be copied for a ticket, linked to, and cancelled while it lives. */
export function RunActions({ run, isLive }: { run: Notification; isLive: boolean }) {
  const { base } = useEnvironment();
  const address = () => `${location.origin}${base}/activity?run=${run._id}`;
  return (
    <div className="mt-3 flex flex-wrap items-center gap-2">
      <CopyText text={() => ticketText(run, address())} icon={<Copy aria-hidden />}>
        Copy for ticket
      </CopyText>
      <CopyText text={address} icon={<Link2 aria-hidden />}>
        Copy link
      </CopyText>
      {run._id && <ExplainLink subscriber={run._id} />}
      {isLive && (
        <span className="ml-auto">
          <CancelRun run={run} />
        </span>
      )}
    </div>
  );
}

function CopyText({ text, icon, children }: { text: () => string; icon: ReactNode; children: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    const done = (await writeClipboard(text())) === 'copied';
    if (!done) return notify.failed('The browser did not allow it');
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <Button size="sm" onClick={() => void copy()}>
      {copied ? <Check aria-hidden className="text-ok" /> : icon}
      {children}
      <span aria-live="polite" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </Button>
  );
}
