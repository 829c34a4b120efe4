import { Users } from 'lucide-react';
import { cn } from '#components/ui/cn.ts';
import type { MeEnvironment } from '#lib/me/schema.ts';
import { isProduction } from './is-production.ts';

interface Props {
  environment: Pick<MeEnvironment, 'name' | 'type' | 'sandboxed'>;
  className?: string;
}

/** Warns that the messages that are about to be sent reach real people. Empty outside production and in the sandbox. */
export function RealPeople({ environment, className }: Props) {
  if (!isProduction(environment) || environment.sandboxed) return null;
  return (
    <p className={cn('flex items-center gap-2 rounded-md bg-warn-soft px-3 py-2 text-warn', className)}>
      <Users aria-hidden className="size-4 shrink-0" />
      <span>{environment.name} is a production environment: messages reach real people.</span>
    </p>
  );
}
