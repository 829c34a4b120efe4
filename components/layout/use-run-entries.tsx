import { useQuery } from '@tanstack/react-query';
import { Activity, Mail } from 'lucide-react';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import { messageTitle } from '#lib/messages/title.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { Notification } from '#lib/notifications/schema.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The id of a run or a message. */
const RECORD_ID = /^[0-9a-f]{24}$/i;

/** One word with a digit that is too long for a name: perhaps the id of a transaction. */
const TRANSACTION_LIKE = /^(?=.*\d)[^\s@+]{8,}$/;

const SHOWN = 3;

/** The runs and the message that an id names: that of a run, of a message, or of a transaction. */
export function useRunEntries(environmentId: string, base: string, needle: string) {
  const isTransaction = TRANSACTION_LIKE.test(needle);
  const isRecord = RECORD_ID.test(needle);
  const transaction = useQuery({
    ...notificationQueries.list(environmentId, { transactionId: needle, limit: SHOWN }),
    enabled: isTransaction,
  });
  const run = useQuery({ ...notificationQueries.one(environmentId, needle.toLowerCase()), enabled: isRecord });
  const message = useQuery({ ...messageQueries.one(environmentId, needle.toLowerCase()), enabled: isRecord });
  const all = `${base}/activity?range=90d&transaction=${encodeURIComponent(needle)}`;
  const runs = [...(run.data ? [run.data] : []), ...((isTransaction && transaction.data?.data) || [])];
  const entries = runs.map((one) => runEntry(base, one));
  if (message.data) {
    entries.push({
      value: `message ${message.data._id}`,
      group: 'Messages',
      icon: Mail,
      label: messageTitle(message.data),
      hint: <RelativeTime value={message.data.createdAt} />,
      href: `${base}/messages/${message.data._id}`,
    });
  }
  if (isTransaction && transaction.data?.hasMore) {
    entries.push({
      value: 'transaction',
      group: 'Runs',
      icon: Activity,
      label: 'All runs of this transaction',
      href: all,
    });
  }
  return { entries, isFetching: transaction.isFetching || run.isFetching || message.isFetching };
}

function runEntry(base: string, run: Notification): PaletteEntry {
  const { template, subscriber } = run;
  const who = subscriber ? nameOf({ ...subscriber, subscriberId: subscriber.subscriberId }) : 'somebody';
  return {
    value: `run ${run._id}`,
    group: 'Runs',
    icon: Activity,
    label: `${template?.name ?? 'Run'} for ${who}`,
    hint: <RelativeTime value={run.createdAt ?? ''} />,
    href: `${base}/activity?run=${run._id}`,
  };
}
