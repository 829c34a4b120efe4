'use client';

import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { GuideLink } from '#components/guides/guide-link.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { failure } from '#components/table/read-error.ts';
import { isTyping } from '#components/table/use-row-keys.ts';
import { Button } from '#components/ui/button.tsx';
import { Copied } from '#components/ui/copied.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { isObject } from '#lib/json/values.ts';
import { requestLogQueries } from '#lib/request-log/client.ts';
import { isCode } from '#lib/request-log/field-error.ts';
import type { RequestLogDetails } from '#lib/request-log/schema.ts';
import { CopyAsCurl } from './copy-as-curl.tsx';
import { Caller, durationOf, StatusBadge } from './request-log-columns.tsx';
import { StartedRuns } from './started-runs.tsx';

interface Props {
  id: string;
  onClose: () => void;
}

/**
 * One call: who made it, its body, its error, and the runs that it started. Next to the list where there is room,
 * otherwise instead of the list. It takes the focus and returns it to the row of the call.
 */
export function RequestPane({ id, onClose }: Props) {
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    pane.current?.scrollTo(0, 0);
    pane.current?.focus({ preventScroll: true });
    return () =>
      document.querySelector<HTMLElement>(`[data-row="${id}"] [data-row-link]`)?.focus({ preventScroll: true });
  }, [id]);
  const closeByKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !isTyping(event.target)) onClose();
  });
  useEffect(() => {
    document.addEventListener('keydown', closeByKey);
    return () => document.removeEventListener('keydown', closeByKey);
  }, []);
  return (
    <section
      ref={pane}
      aria-label="Call"
      tabIndex={-1}
      className="min-w-0 border-line outline-none max-lg:relative lg:sticky lg:top-12 lg:h-[calc(100dvh-48px)] lg:overflow-y-auto lg:border-l lg:bg-surface"
    >
      <div className="flex h-11 items-center px-4 md:px-5 lg:hidden">
        <Button size="sm" variant="ghost" onClick={onClose} className="-ml-1">
          <ArrowLeft aria-hidden />
          All calls
        </Button>
      </div>
      <Button
        size="icon"
        variant="ghost"
        onClick={onClose}
        aria-label="Close call"
        className="absolute top-2 right-4 z-1 max-lg:hidden"
      >
        <X aria-hidden />
      </Button>
      <Opened id={id} />
    </section>
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

function Failure({ call: { status, message, error } }: { call: RequestLogDetails }) {
  if (!error) return null;
  return (
    <section aria-label="Error" className="flex flex-col gap-2">
      <h3 className="text-base font-semibold">Error</h3>
      <p className="rounded-md bg-bad-soft px-3 py-2 text-bad wrap-anywhere">
        {message ?? error.code}
        {error.message !== undefined && error.message !== message && isCode(error.message) && (
          <span className="mt-0.5 block font-mono text-xs">{error.message}</span>
        )}
      </p>
      {error.code && (
        <p>
          <GuideLink path="errors" section={error.code}>{`Why ${status}?`}</GuideLink>
        </p>
      )}
      {fieldCount(error.errors) > 1 && <JsonView value={error.errors} what="errors by field" depth={4} />}
    </section>
  );
}

/** Returns the number of invalid fields. The message already contains the error of a single field. */
function fieldCount(errors: unknown): number {
  return isObject(errors) ? Object.keys(errors).length : 0;
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
