import { Users } from 'lucide-react';
import { Badge } from '#components/ui/badge.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { isProduction } from './is-production.ts';

interface Props {
  environment: Pick<Environment, 'name' | 'type'>;
  className?: string;
}

/** Marks a production environment next to its name. If the name is “Production”, the badge is only an icon. */
export function ProductionBadge({ environment, className }: Props) {
  if (!isProduction(environment)) return null;
  const isNamed = environment.name.toLowerCase() === 'production';
  return (
    <Badge tone="warn" className={className} data-tip="Messages reach real people">
      <Users aria-hidden />
      {!isNamed && 'Production'}
    </Badge>
  );
}
