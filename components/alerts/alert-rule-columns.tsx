import { channels } from '#components/status/channels.tsx';
import { StateMark } from '#components/status/state-mark.tsx';
import { columnHelper } from '#components/table/features.ts';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import type { AlertRule } from '#lib/alerts/schema.ts';
import { AlertRuleMenu } from './alert-rule-menu.tsx';
import { ruleState } from './alert-text.ts';

const column = columnHelper<AlertRule>();

export const alertRuleColumns = column.columns([
  column.accessor('name', {
    header: 'Rule',
    meta: { from: 'phone' },
    cell: ({ row: { original } }) => (
      <span className="flex min-w-0 flex-col">
        <Truncate value={original.name} className="font-medium" />{' '}
        <span className="text-xs text-pretty whitespace-normal text-faint max-sm:hidden">{original.phrase}</span>
      </span>
    ),
  }),
  column.display({
    id: 'state',
    header: 'State',
    meta: { width: '25%' },
    cell: ({ row }) => <RuleState rule={row.original} />,
  }),
  column.display({
    id: 'to',
    header: 'Sent to',
    meta: { width: '25%', from: 'desk' },
    cell: ({ row }) => <Recipient rule={row.original} />,
  }),
  column.display({
    id: 'quiet',
    header: 'Quiet hours',
    meta: { width: '120px', from: 'desk' },
    cell: ({ row }) => <Quiet rule={row.original} />,
  }),
  column.display({
    id: 'act',
    header: () => <span className="sr-only">Actions</span>,
    meta: { from: 'phone', width: '56px', align: 'end' },
    cell: ({ row }) => <AlertRuleMenu rule={row.original} />,
  }),
]);

function RuleState({ rule }: { rule: AlertRule }) {
  const { state, label, text } = ruleState(rule);
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      <span className="flex items-center gap-2">
        <StateMark state={state} label={label} />
        {rule.active && rule.alert && (
          <span className="shrink-0 text-muted">
            raised <RelativeTime value={rule.alert.raisedAt} focusable />
          </span>
        )}
      </span>{' '}
      {text && <span className="text-xs text-pretty whitespace-normal text-faint">{text}</span>}
    </span>
  );
}

function Recipient({ rule: { integration, to } }: { rule: AlertRule }) {
  if (!integration) return <Missing />;
  const { icon: Icon, label } = channels[integration.channel];
  return (
    <span className="flex min-w-0 items-start gap-1.5 text-muted">
      <Icon role="img" aria-label={label} className="mt-0.5 size-4 shrink-0" />
      <span className="flex min-w-0 flex-col">
        <Truncate value={to} />{' '}
        <span className="text-xs text-pretty whitespace-normal text-faint">through {integration.name}</span>
      </span>
    </span>
  );
}

function Quiet({ rule: { quietHours } }: { rule: AlertRule }) {
  if (!quietHours) return <span className="text-faint">None</span>;
  const { from, to, timezone } = quietHours;
  return (
    <span data-tip={timezone} className="text-muted tabular-nums">
      {from}–{to}
    </span>
  );
}

/** The values of the hidden columns, for phones. */
export function AlertRuleSecondLine({ rule }: { rule: AlertRule }) {
  const { text } = ruleState(rule);
  return (
    <span className="flex min-w-0 flex-1 flex-col gap-1 text-xs">
      <span className="text-pretty text-muted">{rule.phrase}</span>
      <span className="flex items-center gap-2">
        <StateMark {...ruleState(rule)} />
        {rule.alert && rule.active && <RelativeTime value={rule.alert.raisedAt} />}
      </span>
      {text && <span className="text-pretty">{text}</span>}
      <Recipient rule={rule} />
    </span>
  );
}
