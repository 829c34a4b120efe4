import { FlaskConical, Send } from 'lucide-react';
import type { Integration } from '#lib/integrations/schema.ts';

interface Props {
  current: Pick<Integration, 'name' | 'sandbox' | 'active'> | undefined;
  target: Pick<Integration, 'name' | 'sandbox'>;
  channel: string;
  /** The number of messages of `current` in the last 24 hours. */
  volume: number;
  environment: { name: string /** Whether every active integration is in sandbox mode. */; sandboxed: boolean };
}

/** The effect of a new primary integration on whether messages leave. Empty if they left before and still do. */
export function SandboxChange({ current, target, channel, volume, environment }: Props) {
  const leftBefore = current?.active && !current.sandbox;
  if (leftBefore && !target.sandbox) return null;
  const Icon = target.sandbox ? FlaskConical : Send;
  return (
    <p className="mt-3 flex gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>
        {target.sandbox
          ? `${target.name} is in sandbox mode${current?.sandbox ? ' too: no' : ': from now on no'} ${channel} message leaves ${environment.name}.`
          : `From now on real people get the ${channel} messages of ${environment.name}: ${whyNone(current, channel)}. ${amount(volume, environment)}`}
      </span>
    </p>
  );
}

function whyNone(current: Props['current'], channel: string): string {
  if (!current) return `there was no primary integration, so ${channel} steps had none to send through`;
  return current.sandbox ? `${current.name} is in sandbox mode, so none has left` : `${current.name} is inactive`;
}

function amount(volume: number, { name, sandboxed }: Props['environment']): string {
  const known =
    volume === 0
      ? ''
      : `In the last 24 hours there ${volume === 1 ? 'was one' : `were ${volume.toLocaleString('en')}`}. `;
  return `${known}${sandboxed ? `${name} is then no longer in sandbox mode.` : ''}`.trim();
}
