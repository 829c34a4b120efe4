'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { confirm } from '#components/form/confirm.tsx';
import { PageAction } from '#components/layout/page-action.tsx';
import { useEnvironment, useWhyNot } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { contextMutations, contextQueries } from '#lib/contexts/client.ts';
import type { Context } from '#lib/contexts/schema.ts';
import { listText } from '#lib/text/list-text.ts';
import { contextKey } from './address.ts';
import { text } from './context-uses.tsx';

/** The button that deletes a context. The confirmation counts the preferences and subscriptions that keep its key. */
export function DeleteContext({ context }: { context: Context }) {
  const { id, base, name } = useEnvironment();
  const router = useRouter();
  const { type, id: contextId } = context;
  const usage = useQuery(contextQueries.usage(id, { type, id: contextId }));
  const remove = useMutation(contextMutations.remove(id));
  const key = contextKey(context);
  const ask = async () => {
    const uses = usage.data
      ? listText([text(usage.data.preferences, 'preference'), text(usage.data.subscriptions, 'subscription')])
      : 'Preferences and subscriptions';
    const done = await confirm({
      title: `Delete ${key}?`,
      body: (
        <div className="flex flex-col gap-2">
          <p>The context and its data are deleted from {name}. Templates of unfinished runs then have no data.</p>
          <p>{uses} with this context stay. A trigger that names the context creates it again.</p>
        </div>
      ),
      action: 'Delete context',
      typed: key,
      danger: true,
      run: () => remove.mutateAsync({ type, id: contextId }),
    });
    if (!done) return;
    router.push(`${base}/contexts`);
    notify.done(`${key} was deleted`);
  };
  return (
    <PageAction icon={Trash2} label="Delete" disabledReason={useWhyNot('contexts:write')} onClick={() => void ask()} />
  );
}
