'use client';

import { useQuery } from '@tanstack/react-query';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { Copied } from '#components/ui/copied.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { requestLogQueries } from '#lib/request-log/client.ts';
import type { RequestLogDetails } from '#lib/request-log/schema.ts';
import { CopyAsCurl } from './copy-as-curl.tsx';
import { Caller, durationOf, StatusBadge } from './request-log-columns.tsx';
import { StartedRuns } from './started-runs.tsx';

/** One call: who made it, its body, its error, and the runs that it started. */
export function RequestSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <Sheet open={id !== undefined} onOpenChange={onClose}>
      {id !== undefined && (
        <SheetContent title="Call">
          <Opened id={id} />
        </SheetContent>
      )}
    </Sheet>
  );
}

function Opened({ id }: { id: string }) {
  const environment = useEnvironment();
  const { data, error, refetch } = useQuery(requestLogQueries.one(environment.id, id));
  if (error && !data)
    return <ErrorState title="The call could not be loaded" {...failure(error)} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton className="mx-5 my-5 h-40" />;
  return (
    <div className="flex flex-col gap-5 p-5">
      <h2 className="flex flex-wrap items-center gap-2 pr-10 font-mono text-base leading-6 font-semibold wrap-anywhere">
        {data.method} {data.path} <StatusBadge status={data.status} />
      </h2>
      <CallFacts call={data} />
      <Failure call={data} />
      <StartedRuns transactionIds={data.transactionIds} />
      <Sent call={data} />
      <CopyAsCurl call={data} />
    </div>
  );
}

function CallFacts({ call }: { call: RequestLogDetails }) {
  return (
    <Facts>
      <Fact label="When">
        <RelativeTime value={call.createdAt} absolute />
        <span className="text-faint">
          <RelativeTime value={call.createdAt} />
        </span>
      </Fact>
      <Fact label="Took">{durationOf(call.durationMs)}</Fact>
      <Fact label="Caller">
        <Caller entry={call} />
        <span className="text-faint">{call.apiKey ? 'API key' : 'member'}</span>
      </Fact>
      <Fact label="From">
        <Truncate value={call.address} mono />
      </Fact>
      <Fact label="Request">
        <Copied value={call.requestId} what="request ID" mono />
      </Fact>
      {call.operationId && (
        <Fact label="Operation">
          <Truncate value={call.operationId} mono />
        </Fact>
      )}
    </Facts>
  );
}

function Failure({ call: { error } }: { call: RequestLogDetails }) {
  if (!error) return null;
  return (
    <section aria-label="Error" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Error</h3>
      <p className="rounded-md bg-bad-soft px-3 py-2 text-bad wrap-anywhere">{error.message ?? error.code}</p>
      {error.code && (
        <p>
          <GuideLink path="errors" section={error.code}>{`What to do about ${error.code}`}</GuideLink>
        </p>
      )}
      {error.errors !== undefined && <JsonView value={error.errors} what="errors by field" depth={4} />}
    </section>
  );
}

/** The omitted parts of the body, with the reason. */
const omissions = {
  kind: 'The body is not kept, because calls of this kind may contain secrets.',
  large: 'The body is not kept, because it is larger than 4 KiB.',
  malformed: 'The body is not shown, because it is not JSON and secrets in it could not be masked.',
  sensitive: 'Payload and overrides are left out, because the workflow has sensitive content, or does not exist.',
} as const satisfies Record<NonNullable<RequestLogDetails['omitted']>, string>;

function Sent({ call: { query, body, omitted } }: { call: RequestLogDetails }) {
  if (query === undefined && body === undefined && !omitted) return null;
  return (
    <section aria-label="Request" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Request</h3>
      {query !== undefined && <Copied value={`?${query}`} what="query" whole mono />}
      {body !== undefined && <JsonView value={body} what="body" depth={3} />}
      {omitted && <p className="text-muted">{omissions[omitted]}</p>}
    </section>
  );
}
