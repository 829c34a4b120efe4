'use client';

import type { LucideIcon } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';

/** On phones only the icon is visible, so that the heading next to it has room. The label stays its accessible name. */
const pageActionClass = 'max-sm:size-11 max-sm:justify-center max-sm:px-0';

const bare = {
  primary: 'max-sm:bg-transparent max-sm:text-accent-text max-sm:hover:bg-hover',
  secondary: 'max-sm:border-0 max-sm:bg-transparent max-sm:text-muted',
} as const;

interface Props {
  icon: LucideIcon;
  /** The action: "New workflow". */
  label: string;
  variant?: keyof typeof bare;
  disabledReason?: string | undefined;
  className?: string;
  onClick: () => void;
}

/** An action in a page's top bar. On phones it is an icon without a frame, like the icons next to it. */
export function PageAction({ icon: Icon, label, variant = 'secondary', className, ...props }: Props) {
  return (
    <Button size="sm" variant={variant} className={cn(pageActionClass, bare[variant], className)} {...props}>
      <Icon aria-hidden />
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  );
}
