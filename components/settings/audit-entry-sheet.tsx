'use client';

import { CopyButton } from '#components/ui/copy-button.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { AuditEntry } from '#lib/audit-log/schema.ts';

interface Props {
  entry: AuditEntry | undefined;
  onClose: () => void;
}

/** One record with the state before and after. Secrets are masked in both. */
export function AuditEntrySheet({ entry, onClose }: Props) {
  return (
    <Sheet open={entry !== undefined} onOpenChange={onClose}>
      {entry && (
        <SheetContent title={entry.action}>
          <div className="flex flex-col gap-4 p-5">
            <h2 className="pr-8 font-mono text-base font-semibold">{entry.action}</h2>
            <Facts>
              <Fact label="Who">
                {entry.actor.label}
                <span className="text-faint">
                  {{ user: 'member', apiKey: 'API key', system: 'Belfry itself' }[entry.actor.type]}
                </span>
              </Fact>
              <Fact label="Of">
                {entry.resource.label ?? <Missing />}
                <Truncate value={entry.resource._id} mono className="text-faint" />
              </Fact>
              <Fact label="When">
                <RelativeTime value={entry.createdAt} absolute />
              </Fact>
              <Fact label="From">
                <Truncate value={entry.address} mono />
              </Fact>
              <Fact label="Request">
                <Truncate value={entry.requestId} mono />
                <CopyButton value={entry.requestId} what="request id" />
              </Fact>
            </Facts>
            <h3 className="text-xs font-medium text-faint">Before</h3>
            {entry.before == null ? <Missing label="Nothing" /> : <JsonView value={entry.before} what="state before" />}
            <h3 className="text-xs font-medium text-faint">After</h3>
            {entry.after == null ? <Missing label="Nothing" /> : <JsonView value={entry.after} what="state after" />}
          </div>
        </SheetContent>
      )}
    </Sheet>
  );
}
