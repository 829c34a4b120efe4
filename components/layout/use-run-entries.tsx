import { useQuery } from '@tanstack/react-query';
import { Activity, CircleHelp } from 'lucide-react';
import { explainAddress } from '#components/explain/explain-query.ts';
import { states } from '#components/status/states.ts';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { messageQueries } from '#lib/messages/client.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageSummary } from '#lib/messages/summary.ts';
import { messageTitle } from '#lib/messages/title.ts';
import { notificationQueries } from '#lib/notifications/client.ts';
import type { RunSummary } from '#lib/notifications/list/run-summary.ts';
import { rowText } from '#lib/notifications/status/run-sentence.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { pastedId } from '#lib/text/pasted-id.ts';
import { useReader } from './first-paint.ts';
import type { PaletteEntry } from './palette-entry.ts';

/** The ID of a run or a message. */
const RECORD_ID = /^[0-9a-f]{24}$/i;

/** One word with a digit that is too long for a name: perhaps a transaction ID. */
const TRANSACTION_LIKE = /^(?=.*\d)[^\s@+]{8,}$/;

/** Like `TRANSACTION_LIKE`, also with a domain: perhaps a provider's message ID, or a Message-ID. */
const PROVIDED_LIKE = /^(?=.*\d)\S{12,}$/;

const SHOWN = 3;

/** The minimum length of a text for which all messages are searched. Shorter texts have too many matches. */
const MIN_LETTERS = 3;

/**
 * Returns the runs and the message that an ID identifies: the ID of a run, a message or a transaction, the Message-ID
 * of an email, or the provider's ID of a message.
 */
export function useRunEntries(environmentId: string, base: string, typed: string) {
  const needle = pastedId(typed);
  const isTransaction = TRANSACTION_LIKE.test(needle);
  const isRecord = RECORD_ID.test(needle);
  const { now } = useReader();
  const transaction = useQuery({
    ...notificationQueries.summaries(environmentId, { transactionId: needle, limit: SHOWN }),
    enabled: isTransaction,
  });
  const run = useQuery({ ...notificationQueries.summary(environmentId, needle.toLowerCase()), enabled: isRecord });
  const message = useQuery({
    ...messageQueries.listed(environmentId, isRecord ? needle.toLowerCase() : needle),
    enabled: isRecord || PROVIDED_LIKE.test(needle),
  });
  const all = `${base}/activity?range=90d&transaction=${encodeURIComponent(needle)}`;
  const runs = [...(run.data ? [run.data] : []), ...((isTransaction && transaction.data?.data) || [])];
  const entries = runs.flatMap((one, at) => [runEntry(base, one, now), ...(at === 0 ? [whyEntry(base, one)] : [])]);
  if (message.data) entries.push(messageEntry(base, message.data));
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

/** Returns the entry of a run. The result is the same as in the run's row in Activity. */
function runEntry(base: string, run: RunSummary, now: number): PaletteEntry {
  const { state, text } = rowText(run, now);
  return {
    value: `run ${run._id}`,
    group: 'Runs',
    ...states[state],
    label: `${run.workflow.name} for ${recipientOf(run)}`,
    details: { text, note: <RelativeTime value={run.createdAt} />, why: whyOf(base, run._id) },
    href: `${base}/activity?run=${run._id}`,
  };
}

function whyEntry(base: string, run: RunSummary): PaletteEntry {
  return {
    value: `explain ${run._id}`,
    group: 'Runs',
    icon: CircleHelp,
    label: `Why didn’t ${recipientOf(run)} get it?`,
    isPart: true,
    href: whyOf(base, run._id),
  };
}

/** Returns messages that contain a text, for a search that finds nothing else. */
export function useMessageEntries(environmentId: string, base: string, text: string, isWanted: boolean) {
  const enabled = isWanted && text.length >= MIN_LETTERS;
  const { data, isFetching } = useQuery({ ...messageQueries.list(environmentId, { q: text, limit: SHOWN }), enabled });
  const found = enabled && data ? data.data : [];
  return { entries: found.map((message) => messageEntry(base, message)), isFetching: enabled && isFetching };
}

function messageEntry(base: string, message: Message): PaletteEntry {
  const { _id = '', createdAt } = message;
  return {
    value: `message ${_id}`,
    group: 'Messages',
    ...states[messageState(message)],
    label: messageTitle(message),
    details: { text: messageSummary(message), note: <RelativeTime value={createdAt} />, why: whyOf(base, _id) },
    href: `${base}/messages/${_id}`,
  };
}

function recipientOf({ subscriber }: RunSummary): string {
  return subscriber ? nameOf(subscriber) : 'the recipient';
}

function whyOf(base: string, id: string): string {
  return explainAddress(base, { subscriber: id });
}
