import { Users } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import { cn } from '#components/ui/cn.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { isProduction } from './is-production.ts';

interface Props {
  environment: Pick<Environment, 'type'>;
  /** Whether only the icon is visible, for places where the name of the environment needs the room. */
  iconOnly?: boolean;
  className?: string;
}

/** Marks a production environment next to its name. */
export function ProductionBadge({ environment, iconOnly, className }: Props) {
  if (!isProduction(environment)) return null;
  return (
    <Badge tone="warn" className={cn('shrink-0', className)} data-tip="Production: messages reach real people">
      <Users aria-hidden />
      <span className={iconOnly ? 'sr-only' : undefined}>Production</span>
    </Badge>
  );
}
