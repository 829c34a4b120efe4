import dynamic from 'next/dynamic';
import Link from 'next/link';
import { ROW_TIME_WIDTH, RowTime, useRowTime } from '#components/layout/row-time.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { ChannelMark } from '#components/status/channels.tsx';
import { LateMark } from '#components/status/late-mark.tsx';
import { WithSandboxIcon } from '#components/status/sandbox-note.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { states } from '#components/status/states.ts';
import { ActionCell, actionColumn } from '#components/table/action-column.tsx';
import { columnHelper } from '#components/table/features.ts';
import { cn } from '#components/ui/cn.ts';
import { NameAndAddress } from '#components/ui/name-and-address.tsx';
import { toneText } from '#components/ui/tone.ts';
import { Truncate } from '#components/ui/truncate.tsx';
import { senderAddress, senderName } from '#lib/integrations/sender-name.ts';
import { shownAddress } from '#lib/messages/address.ts';
import type { Message } from '#lib/messages/schema.ts';
import { messageState } from '#lib/messages/state.ts';
import { messageRetries, messageWhy } from '#lib/messages/summary.ts';
import { messageTitle } from '#lib/messages/title.ts';
import { lateBy } from '#lib/notifications/lateness/late-by.ts';
import { providerName } from '#lib/providers/catalogue/facts.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { clockTime } from '#lib/time/time.ts';
import { type MessageRow, targetsOf } from './message-rows.ts';

// Only a subscriber's page has this column.
const MessageAction = dynamic(() => import('./message-action.tsx').then((module) => module.MessageAction), {
  ssr: false,
});

const column = columnHelper<MessageRow>();

const status = (width: string, from: 'wide' | 'widest') =>
  column.display({
    id: 'status',
    header: 'Status',
    meta: { width, from },
    cell: ({ row }) => <Status message={row.original} />,
  });

/** Below 1520 px, the address is below the name. This width fits all but the longest addresses. */
const RECIPIENT_WIDTH = 'clamp(17vw, (1520px - 100vw) * 1000, max(280px, 23vw))';

/** Classes of the message cell on screens without a second line. */
interface CellClasses {
  /** Hides the icon of the state, which has its own column. */
  icon: string;
  /** Limits the title to one line. */
  title: string;
  /** Shows the workflow below the title, if no column shows it. */
  workflow: string;
}

const message = (classes: CellClasses) =>
  column.display({
    id: 'message',
    header: 'Message',
    meta: { from: 'phone' },
    cell: ({ row }) => <MessageCell message={row.original} classes={classes} />,
  });

export const messageColumns = column.columns([
  message({
    icon: 'lg:broad:hidden',
    title: 'max-[1519px]:lg:broad:line-clamp-1 max-[1519px]:lg:broad:break-all',
    workflow: 'max-[1519px]:lg:broad:block',
  }),
  column.display({
    id: 'recipient',
    header: 'To',
    meta: { width: RECIPIENT_WIDTH, from: 'wide', onFirstLine: true },
    cell: ({ row }) => <Recipient message={row.original} stacks />,
  }),
  column.display({
    id: 'workflow',
    header: 'Workflow',
    meta: { width: 'clamp(128px, 10.2vw, 220px)', from: 'roomy' },
    cell: ({ row: { original } }) => <Workflow message={original} />,
  }),
  status('clamp(206px, 50vw - 366px, 420px)', 'wide'),
  column.display({
    id: 'time',
    header: 'When',
    meta: { from: 'phone', width: ROW_TIME_WIDTH, align: 'end', onFirstLine: true },
    cell: ({ row }) => <RowTime value={row.original.createdAt} />,
  }),
]);

const NEXT_TO_FACTS: CellClasses = {
  icon: 'xl:broad:hidden',
  title: 'max-[1519px]:xl:broad:line-clamp-1 max-[1519px]:xl:broad:break-all',
  workflow: 'max-[1519px]:xl:broad:block',
};

/** The messages of one subscriber, next to the facts of the profile. */
export const messageColumnsOfSubscriber = column.columns([
  ...messageColumns
    .filter(({ id }) => id !== 'recipient')
    .map((each) => {
      if (each.id === 'status') return status('clamp(206px, 18.4vw, 420px)', 'widest');
      return each.id === 'message' ? message(NEXT_TO_FACTS) : each;
    }),
  column.display({
    ...actionColumn,
    cell: ({ row }) => (
      <ActionCell>
        <MessageAction message={row.original} />
      </ActionCell>
    ),
  }),
]);

const TWO_LINES = 'line-clamp-2 leading-[18px] whitespace-normal';

function MessageCell({ message, classes }: { message: Message; classes: CellClasses }) {
  const { templateName, templateIdentifier, withheld } = message;
  return (
    <span className="flex min-w-0 items-start gap-2">
      <StateMark state={messageState(message)} show="icon" className={cn('mt-px', classes.icon)} />
      <ChannelMark channel={message.channel} className="mt-px" />
      <span className="min-w-0">
        <Truncate value={messageTitle(message)} className={cn('font-medium text-pretty', TWO_LINES, classes.title)} />
        <span className={cn('hidden truncate text-xs/[18px] text-faint', classes.workflow)}>
          {!withheld && (templateName ?? templateIdentifier)}
        </span>
      </span>
    </span>
  );
}

/** The recipient with the address, or the number of devices. */
function Recipient({ message, ...lines }: { message: MessageRow; stacks?: boolean; wraps?: boolean }) {
  const { subscriber, _subscriberId } = message;
  const address = targetsOf(message) ?? shownAddress(message);
  if (!subscriber)
    return (
      <NameAndAddress
        name="Deleted subscriber"
        address={address}
        id={_subscriberId}
        className="text-faint"
        {...lines}
      />
    );
  const name = nameOf(subscriber);
  const isId = name === subscriber.subscriberId;
  const id = isId ? undefined : subscriber.subscriberId;
  const font = isId ? 'font-mono text-xs' : undefined;
  return <NameAndAddress name={name} address={address} id={id} className={font} {...lines} />;
}

/** The workflow's name. A deleted workflow has only its identifier. */
function Workflow({ message: { templateName, templateIdentifier } }: { message: Message }) {
  if (templateName) return <Truncate value={templateName} className={cn('text-muted', TWO_LINES)} />;
  return <Truncate value={templateIdentifier} at="middle" mono className="text-muted" />;
}

/**
 * The result: "Sent · Local SMTP", "Skipped: no phone number", "Failed after 9 attempts: “busy”", "Retrying at
 * 12:04:31: SendGrid was not available".
 */
function Status({ message, withWorkflow = false }: { message: Message; withWorkflow?: boolean }) {
  const { now } = useRowTime();
  const { base } = useEnvironment();
  const { integration } = message;
  const state = messageState(message);
  const why = messageWhy(message);
  const tried = messageRetries(message);
  const retryAt = state === 'attempted' ? retryTime(message, now) : undefined;
  const outcome = retryAt === undefined ? states[state].label : `Retrying at ${clockTime(retryAt)}`;
  const label = tried ? `${outcome} ${tried.after}` : outcome;
  const more = [readText(message, now), repeatText(message), equalCount(message)].filter(Boolean).join(' · ');
  const lateMs = message.status === 'sent' && message.sentAt ? lateBy(message.createdAt, message.sentAt) : undefined;
  const sender = why ? undefined : senderOf(message);
  const { icon: Icon, tone } = states[state];
  return (
    <span className="flex min-w-0 items-start gap-1.5">
      {!withWorkflow && <Icon aria-hidden className={cn('mt-px size-4 shrink-0', toneText[tone])} />}
      <span className={cn('min-w-0 text-muted', TWO_LINES)} data-tip-truncated={why && `${outcome}: ${why}`}>
        {withWorkflow && message.templateName && !message.withheld && (
          <>
            <span className="inline-block max-w-[45vw] truncate align-bottom">{message.templateName}</span>
            {' · '}
          </>
        )}
        <span className={toneText[tone]}>
          <WithSandboxIcon bare>{why ? `${label}:` : label}</WithSandboxIcon>
        </span>
        {why && ` ${tried?.said ?? why}`}
        {sender && (
          <span className="max-lg:hidden">
            {' · '}
            {integration?.identifier ? (
              <Link href={senderAddress(base, integration.identifier)} className="rounded-sm hover:underline">
                {sender}
              </Link>
            ) : (
              sender
            )}
          </span>
        )}
        {lateMs !== undefined && (
          <>
            {' · '}
            <LateMark ms={lateMs} />
          </>
        )}
        {more && ` · ${more}`}
      </span>
    </span>
  );
}

/** Returns the time of the next attempt from the message's reason: ISO 8601. Undefined if it is past. */
function retryTime({ reason }: Message, now: number): string | undefined {
  const until = (reason?.evidence as { until?: unknown } | undefined)?.until;
  return typeof until === 'string' && Date.parse(until) > now ? until : undefined;
}

/** Returns the integration of the message, or the provider of an older message. Undefined for in-app messages. */
function senderOf({ channel, integration, providerId }: Message): string | undefined {
  if (channel === 'in_app') return undefined;
  return integration ? senderName(integration) : providerId && providerName(providerId);
}

/** Returns what the subscriber last did with the message. `now` is in milliseconds. */
function readText({ status, read, seen, archivedAt, snoozedUntil }: Message, now: number): string | undefined {
  if (status !== 'sent') return undefined;
  if (snoozedUntil && Date.parse(snoozedUntil) > now) return 'Snoozed';
  if (archivedAt) return 'Archived';
  return read ? 'Read' : seen ? 'Seen' : undefined;
}

function repeatText({ resendOf, resentIn }: Message): string | undefined {
  if (resendOf) return 'Repeats an earlier message';
  return resentIn ? 'Sent again later' : undefined;
}

/** Returns the number of equal messages within a day: "1 of 3 equal". Undefined without copies. */
function equalCount({ copies }: Message): string | undefined {
  return copies === undefined ? undefined : `1 of ${copies} equal`;
}

interface SecondLineProps {
  message: MessageRow;
  /** Whether the recipient is shown, which the list of one subscriber omits. */
  withRecipient: boolean;
}

/** The values of hidden columns: below 1180 px the recipient, and below 1520 px the workflow and the status. */
export function MessageSecondLine({ message, withRecipient }: SecondLineProps) {
  return (
    <span className="flex min-w-0 flex-1 flex-col pl-6 lg:text-xs">
      {withRecipient && (
        <span className="lg:hidden">
          <Recipient message={message} wraps />
        </span>
      )}
      <Status message={message} withWorkflow />
    </span>
  );
}
