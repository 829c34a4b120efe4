import { FlaskConical, Send } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { Integration } from '#lib/integrations/schema.ts';

interface Props {
  current: Pick<Integration, 'name' | 'sandbox' | 'active'> | undefined;
  target: Pick<Integration, 'name' | 'sandbox' | 'conditions'>;
  channel: string;
  /** The number of messages of the channel in the last 24 hours, through any integration. */
  volume: number;
  environment: { name: string /** Whether every active integration is in sandbox mode. */; sandboxed: boolean };
}

/** The effect of a new primary integration on real messages: sending begins, stops, or does not change. */
export type LeavingChange = 'begins' | 'stops' | 'none';

export function leavingChange({ current, target }: Pick<Props, 'current' | 'target'>): LeavingChange {
  const leftBefore = current?.active === true && !current.sandbox;
  const leavesAfter = !target.sandbox;
  return leftBefore === leavesAfter ? 'none' : leavesAfter ? 'begins' : 'stops';
}

/**
 * Shows whether a new primary integration really sends messages, in red if that changes and in a neutral colour
 * otherwise, and the conditions that are cleared. Empty if messages were sent before and still are.
 */
export function SandboxChange({ current, target, channel, volume, environment }: Props) {
  const change = leavingChange({ current, target });
  if (change === 'none' && !target.sandbox) return null;
  const Icon = target.sandbox ? FlaskConical : Send;
  const cleared = clearedText(target);
  return (
    <div
      className={cn(
        'mt-3 flex gap-2 rounded-md px-3 py-2.5',
        change === 'none' ? 'bg-idle-soft text-fg' : 'bg-bad-soft text-bad',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {change !== 'none' && (
          <p className="font-semibold">
            Real messages {change === 'begins' ? 'will be sent' : 'will no longer be sent'}
          </p>
        )}
        <p>
          {change === 'begins'
            ? beginning({ current, channel, volume, environment })
            : ending(change, target, channel, environment.name, volume)}
        </p>
        {change !== 'none' && cleared && <p className="mt-1">{cleared}</p>}
      </div>
    </div>
  );
}

/**
 * Returns "The condition of Trial will be cleared: a primary integration has none." Undefined if the integration has no
 * conditions.
 */
export function clearedText({ name, conditions = [] }: Pick<Integration, 'name' | 'conditions'>): string | undefined {
  const { length } = conditions;
  if (length === 0) return undefined;
  const which = length === 1 ? `The condition of ${name} will be` : `The ${length} conditions of ${name} will be`;
  return `${which} cleared: a primary integration has none.`;
}

function beginning({ current, channel, volume, environment }: Omit<Props, 'target'>): string {
  const { name, sandboxed } = environment;
  const reason = `From now on real people get the ${channel} messages of ${name}: ${whyNone(current, channel)}.`;
  return [reason, lastDay(volume), sandboxed ? `${name} is then no longer in sandbox mode.` : '']
    .filter(Boolean)
    .join(' ');
}

function ending(change: LeavingChange, target: Props['target'], channel: string, environment: string, volume: number) {
  if (change === 'none')
    return `${target.name} is in sandbox mode too: no ${channel} message is sent from ${environment}.`;
  const reason = `${target.name} is in sandbox mode: from now on no ${channel} message is sent from ${environment}.`;
  return [reason, lastDay(volume)].filter(Boolean).join(' ');
}

function whyNone(current: Props['current'], channel: string): string {
  if (!current) return `there was no primary integration, so ${channel} steps could not send`;
  return current.sandbox ? `${current.name} is in sandbox mode, so nothing was sent` : `${current.name} is inactive`;
}

function lastDay(volume: number): string {
  if (volume === 0) return '';
  return `In the last 24 hours there ${volume === 1 ? 'was one message' : `were ${volume.toLocaleString('en')} messages`}.`;
}
