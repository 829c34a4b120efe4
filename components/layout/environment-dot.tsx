import { cn } from '#components/ui/cn.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { isProduction } from './is-production.ts';

/** The dot before an environment's name, amber if messages reach real people. */
export function EnvironmentDot({ environment }: { environment: Pick<Environment, 'type'> }) {
  return (
    <span
      aria-hidden
      className={cn('inline-block size-2 shrink-0 rounded-full', isProduction(environment) ? 'bg-warn' : 'bg-info')}
    />
  );
}
