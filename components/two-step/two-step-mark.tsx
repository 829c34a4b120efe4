import { ShieldCheck, ShieldOff } from 'lucide-react';

/** Whether an account has two-step sign-in. */
export function TwoStepMark({ on }: { on: boolean }) {
  const Icon = on ? ShieldCheck : ShieldOff;
  return (
    <span className={`inline-flex items-center gap-1.5 ${on ? 'text-ok' : 'text-faint'}`}>
      <Icon aria-hidden className="size-3.5 shrink-0" />
      {on ? 'On' : 'Off'}
    </span>
  );
}
