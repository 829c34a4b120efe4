'use client';

import type { LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';

/** On phones only the icon of a label is seen, so that the heading beside it has room. The label stays its name. */
export const pageActionClass = 'max-sm:size-11 max-sm:justify-center max-sm:px-0';

interface Props {
  icon: LucideIcon;
  /** What it does: "New workflow". */
  label: string;
  variant?: 'primary' | 'secondary';
  disabledReason?: string | undefined;
  className?: string;
  onClick: () => void;
}

/** An action in a page's top bar. */
export function PageAction({ icon: Icon, label, className, ...props }: Props) {
  return (
    <Button size="sm" className={cn(pageActionClass, className)} {...props}>
      <Icon aria-hidden />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
