'use client';

import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { PageAction } from '#components/layout/page-action.tsx';
import { PageFrame } from '#components/layout/page-frame.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { UnknownRecord } from '#components/layout/unknown-record.tsx';
import { failure } from '#components/table/read-error.ts';
import { Copied } from '#components/ui/copied.tsx';
import { ErrorState } from '#components/ui/error-state.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { contextQueries } from '#lib/contexts/client.ts';
import type { Context, ContextParams } from '#lib/contexts/schema.ts';
import { wasChanged } from '#lib/time/was-changed.ts';
import { contextKey, nameIn } from './address.ts';
import { ContextRecords } from './context-records.tsx';
import { ContextUses } from './context-uses.tsx';
import { DeleteContext } from './delete-context.tsx';

const EditContextDialog = dynamic(() => import('./context-dialogs.tsx').then((module) => module.EditContextDialog), {
  ssr: false,
});

/** One context: its data, its uses, and the newest runs and subscribers with it. */
export function ContextPage(of: ContextParams) {
  const { id, base } = useEnvironment();
  const { data, error, refetch } = useQuery(contextQueries.one(id, of));
  const [editing, setEditing] = useState(false);
  const denied = useWhyNot('contexts:write');
  const key = contextKey(of);
  return (
    <PageFrame
      title={(data && nameIn(data.data)) ?? key}
      crumbs={[{ label: 'Contexts', href: `${base}/contexts` }]}
      actions={
        data && (
          <>
            <PageAction icon={Pencil} label="Edit data" disabledReason={denied} onClick={() => setEditing(true)} />
            <DeleteContext context={data} />
          </>
        )
      }
    >
      {data ? (
        <Content context={data} />
      ) : error?.statusCode === 404 ? (
        <UnknownRecord noun="context" id={key} path={`/contexts/${of.type}/${encodeURIComponent(of.id)}`} />
      ) : error ? (
        <ErrorState title="The context could not be loaded" {...failure(error)} onRetry={() => void refetch()} />
      ) : (
        <div role="status" className="flex flex-col gap-6 p-6">
          <span className="sr-only">Loading</span>
          <Skeleton className="w-48" />
          <Skeleton className="h-72 w-full max-w-3xl" />
        </div>
      )}
      {editing && data && <EditContextDialog context={data} onClose={() => setEditing(false)} />}
    </PageFrame>
  );
}

function Content({ context }: { context: Context }) {
  return (
    <div className="grid grid-cols-1 lg:grid-cols-[360px_minmax(0,1fr)]">
      <aside
        aria-label="Facts"
        className="flex flex-col gap-5 border-line page-x py-4 max-lg:border-b lg:min-h-[calc(100dvh-48px)] lg:border-r lg:py-5"
      >
        <Facts>
          <Fact label="Key">
            <Copied value={contextKey(context)} what="key" mono />
          </Fact>
          <Fact label="Created">
            <RelativeTime value={context.createdAt} absolute />
          </Fact>
          {wasChanged(context) && (
            <Fact label="Changed">
              <RelativeTime value={context.updatedAt} absolute />
            </Fact>
          )}
        </Facts>
        <ContextUses context={context} />
      </aside>
      <div className="flex min-w-0 flex-col gap-6 page-x py-4 lg:py-5">
        <section>
          <h2 className="mb-2 text-xs font-medium text-faint">Data</h2>
          {Object.keys(context.data).length > 0 ? (
            <JsonView value={context.data} what="data" depth={4} />
          ) : (
            <p className="text-muted">This context has no data for templates.</p>
          )}
        </section>
        <ContextRecords contextKey={contextKey(context)} />
      </div>
    </div>
  );
}
