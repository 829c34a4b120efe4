'use client';

import { EyeOff } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';

/** A note that sensitive content is withheld. Members with the permission can reveal the content. */
export function WithheldNotice({ onReveal, className }: { onReveal: () => void; className?: string }) {
  const denied = useWhyNot('messages:content');
  return (
    <section
      aria-label="Withheld content"
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line bg-sunken px-3 py-2',
        className,
      )}
    >
      <EyeOff aria-hidden className="size-4 shrink-0 text-faint" />
      <p className="min-w-48 flex-1 text-pretty text-muted">
        Sensitive content is withheld.{denied === undefined && ' The audit log records who reveals it.'}
      </p>
      <Button size="sm" disabledReason={denied} onClick={onReveal}>
        Reveal
      </Button>
    </section>
  );
}
