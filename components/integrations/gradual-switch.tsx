'use client';

import { Split, Undo2 } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button } from '#components/ui/button.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import type { GradualSwitch as Switch, SwitchFigures } from '#lib/gradual-switch/schema.ts';
import { rateText } from '#lib/integrations/health-levels.ts';
import type { Integration } from '#lib/integrations/schema.ts';
import { useGradualSwitch, useSwitchActions } from './use-gradual-switch.tsx';

/** Marks both integrations of a running switch with their share. */
export function SwitchBadge({ integration }: { integration: Integration }) {
  const running = useGradualSwitch(integration);
  if (!running || running.endedAt) return null;
  const { former, next, share } = running;
  const isNext = next.integrationId === integration._id;
  return (
    <Badge tone="accent" data-tip={`A gradual switch from ${former.name} to ${next.name} is running`}>
      <Split aria-hidden />
      {isNext ? `Gets ${share}%` : `Keeps ${100 - share}%`}
    </Badge>
  );
}

/**
 * The gradual switch from or to the integration: share, figures of both integrations, actions. After its end: why it
 * ended.
 */
export function GradualSwitch({ integration }: { integration: Integration }) {
  const shown = useGradualSwitch(integration);
  if (!shown) return null;
  return (
    <section aria-label="Gradual switch">
      <h3 className="mb-2 text-base font-semibold">Gradual switch</h3>
      <div className="rounded-lg border border-line">
        <div className="border-b border-line px-3 py-2.5">
          <SwitchState shown={shown} />
        </div>
        <Figures shown={shown} />
        {!shown.endedAt && <SwitchButtons running={shown} />}
      </div>
    </section>
  );
}

function SwitchState({ shown }: { shown: Switch }) {
  const { former, next, share, startedAt, endedAt, ending, why, margin, minMessages } = shown;
  if (endedAt) {
    return (
      <p className="text-pretty">
        <span className={ending === 'worse' ? 'font-medium text-bad' : 'font-medium text-fg'}>
          {ending === 'worse' ? `Returned to ${former.name} automatically` : 'Ended'}
        </span>{' '}
        <RelativeTime value={endedAt} focusable />, at {share}%: {why}.
      </p>
    );
  }
  return (
    <p className="text-pretty">
      <span className="font-medium text-fg">
        {share}% of the subscribers get their messages through {next.name}
      </span>
      , the others through {former.name}. Started <RelativeTime value={startedAt} focusable />. The switch ends
      automatically if the share of failed or bounced messages of {next.name} is {margin} percentage points higher,
      after at least {minMessages} messages.
    </p>
  );
}

const ROWS: [label: string, tip: string, value: (side: SwitchFigures) => string | undefined][] = [
  ['Accepted', 'Messages that the provider accepted', ({ accepted }) => accepted.toLocaleString('en')],
  [
    'Failed attempts',
    'Attempts that the provider did not accept, permanently or temporarily',
    ({ failed, accepted }) => shareText(failed, failed + accepted),
  ],
  ['Delivered', 'Reported by the provider', ({ delivered, sampled }) => shareText(delivered, sampled)],
  ['Bounced', 'Reported by the provider', ({ bounced, sampled }) => shareText(bounced, sampled)],
  [
    'Seconds to acceptance',
    'Median time from the first attempt to acceptance',
    ({ medianSeconds }) => medianSeconds?.toLocaleString('en', { maximumFractionDigits: 2 }),
  ],
];

function shareText(count: number, all: number): string {
  return all > 0 ? `${count.toLocaleString('en')} (${rateText(count / all)})` : count.toLocaleString('en');
}

function Figures({ shown: { former, next, countedSince } }: { shown: Switch }) {
  return (
    <table className="w-full table-fixed">
      <caption className="px-3 pt-2 text-left text-xs text-faint">
        Counted from the first full minute (<RelativeTime value={countedSince} focusable />
        ). Delivered, bounced and seconds come from the newest 10,000 messages.
      </caption>
      <thead>
        <tr className="text-left text-xs text-muted">
          <th className="px-3 py-2 font-medium">
            <span className="sr-only">Figure</span>
          </th>
          {[former, next].map(({ integrationId, name }) => (
            <th key={integrationId} scope="col" className="truncate px-3 py-2 font-medium">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {ROWS.map(([label, tip, value]) => (
          <tr key={label}>
            <th scope="row" className="px-3 py-1.5 text-left font-normal text-muted" data-tip={tip}>
              {label}
            </th>
            {[former, next].map((side) => (
              <td key={side.integrationId} className="px-3 py-1.5" data-numeric>
                {value(side) ?? <Missing />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function SwitchButtons({ running }: { running: Switch }) {
  const { share, former, next } = running;
  const denied = useWhyNot('integrations:write');
  const { raise, end, isPending } = useSwitchActions(running);
  const disabledReason = denied ?? (isPending ? 'The switch is being changed' : undefined);
  return (
    <div className="flex flex-wrap gap-2 border-t border-line px-3 py-2.5">
      {share < 25 && (
        <Button variant="primary" disabledReason={disabledReason} onClick={() => raise(25)}>
          Raise to 25%
        </Button>
      )}
      <Button disabledReason={disabledReason} onClick={() => raise(100)} className="max-w-full">
        <span className="truncate">Finish: {next.name} becomes primary</span>
      </Button>
      <Button disabledReason={disabledReason} onClick={end} className="max-w-full">
        <Undo2 aria-hidden />
        <span className="truncate">Return to {former.name}</span>
      </Button>
    </div>
  );
}
