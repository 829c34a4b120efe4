import { cn } from '#components/ui/cn.ts';
import type { MeEnvironment } from '#lib/me/schema.ts';
import { EnvironmentDot } from './environment-dot.tsx';
import { isProduction } from './is-production.ts';
import { SandboxMark } from './sandbox-mark.tsx';

/** Names the environment where there is no sidebar, so that users on a phone notice a wrong environment. */
export function EnvironmentStrip({ environment }: { environment: MeEnvironment | undefined }) {
  const production = environment !== undefined && isProduction(environment);
  return (
    <p
      data-production={production || undefined}
      className={cn(
        'sticky top-0 z-20 flex h-6 items-center justify-center gap-1.5 px-4 text-xs font-medium md:hidden',
        production ? 'border-t-[3px] border-warn bg-warn-soft text-warn' : 'bg-sunken text-muted',
      )}
    >
      {environment && (
        <>
          <EnvironmentDot environment={environment} />
          <span className="sr-only">Environment: </span>
          <span className="truncate">{environment.name}</span>
          <SandboxMark environment={environment} className="absolute right-4" />
        </>
      )}
    </p>
  );
}
