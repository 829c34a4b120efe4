'use client';

import Link from 'next/link';
import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { AuditEntry } from '#lib/audit-log/schema.ts';
import { summaryText } from '#lib/audit-log/summary.ts';
import { requestAddress } from '#lib/request-log/address.ts';
import { AuditChanges } from './audit-changes.tsx';
import type { AuditLine } from './audit-lines.ts';
import { AuditSummary, EnvironmentName } from './audit-log-columns.tsx';
import { actorName, useEnvironmentOf } from './audit-names.ts';

interface Props {
  line: AuditLine | undefined;
  onClose: () => void;
}

/** One entry: who did what, where and when, and the changes. Secrets are masked. */
export function AuditEntrySheet({ line, onClose }: Props) {
  const entry = line?.entry;
  return (
    <Sheet open={entry !== undefined} onOpenChange={onClose}>
      {entry && (
        <SheetContent title={`${actorName(entry.actor)} ${summaryText(entry)}`}>
          <div className="flex flex-col gap-5 p-5">
            <h2 className="pr-10 text-lg leading-6 font-normal text-pretty break-words">
              <AuditSummary entry={entry} />
            </h2>
            {entry.failure && <p className="-mt-3 text-pretty wrap-anywhere text-muted">{entry.failure}</p>}
            <EntryFacts entry={entry} />
            {line.folded.length > 0 && <Earlier entries={line.folded} />}
            <AuditChanges entry={entry} />
            <Stored entry={entry} />
          </div>
        </SheetContent>
      )}
    </Sheet>
  );
}

const actorKinds = { user: 'member', apiKey: 'API key', system: 'Belfry itself' } as const;

function EntryFacts({ entry }: { entry: AuditEntry }) {
  return (
    <Facts>
      <Fact label="When">
        <RelativeTime value={entry.createdAt} absolute />
        <span className="text-faint">
          <RelativeTime value={entry.createdAt} />
        </span>
      </Fact>
      <Fact label="Who">
        {entry.actor.name && <Truncate value={entry.actor.name} />}
        <Truncate value={entry.actor.label} className={entry.actor.name && 'text-muted'} />
        <span className="text-faint">{actorKinds[entry.actor.type]}</span>
      </Fact>
      <Fact label="Environment">
        <EnvironmentName entry={entry} />
      </Fact>
      <Fact label="About">
        <Link
          href={`/settings/audit-log?q=${encodeURIComponent(entry.resource._id)}`}
          prefetch={false}
          className="rounded-sm text-accent-text underline-offset-2 hover:underline"
        >
          All entries about this resource
        </Link>
      </Fact>
      <Fact label="From">
        <Truncate value={entry.address} mono />
      </Fact>
      <Fact label="Request">
        <Copied value={entry.requestId} what="request ID" mono />
        <RequestLink entry={entry} />
      </Fact>
    </Facts>
  );
}

/** A link to the call in the request log, which has all calls by API key, and only failed calls of people. */
function RequestLink({ entry }: { entry: AuditEntry }) {
  const environment = useEnvironmentOf(entry);
  if (entry.actor.type !== 'apiKey' || !environment) return null;
  return (
    <Link
      href={requestAddress(`/${environment.slug}`, entry.requestId)}
      prefetch={false}
      className="rounded-sm text-accent-text underline-offset-2 hover:underline"
    >
      Open the call
    </Link>
  );
}

/** The other entries of the line. */
function Earlier({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <section aria-label="Earlier that day">
      <h3 className="mb-1 text-base font-semibold">Earlier that day</h3>
      <ul className="divide-y divide-line rounded-lg border border-line">
        {entries.map(({ _id, createdAt, address }) => (
          <li key={_id} className="flex flex-wrap gap-x-3 px-3 py-1.5">
            <RelativeTime value={createdAt} absolute />
            <Truncate value={address} mono className="text-muted" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The complete stored entry, for comparison with the API. */
function Stored({ entry }: { entry: AuditEntry }) {
  const { action, resource, before, after } = entry;
  return (
    <details>
      <summary className="w-fit cursor-pointer rounded-sm py-1 text-xs font-medium text-muted hover:text-fg">
        The stored record
      </summary>
      <div className="flex flex-col gap-3 pt-2">
        <Facts>
          <Fact label="Action">
            <Truncate value={action} mono />
          </Fact>
          <Fact label="ID">
            <Copied value={resource._id} what="id" mono />
          </Fact>
        </Facts>
        <h3 className="text-xs font-medium text-faint">Before</h3>
        {before == null ? <Missing label="Nothing" /> : <JsonView value={before} what="state before" />}
        <h3 className="text-xs font-medium text-faint">After</h3>
        {after == null ? <Missing label="Nothing" /> : <JsonView value={after} what="state after" />}
      </div>
    </details>
  );
}
