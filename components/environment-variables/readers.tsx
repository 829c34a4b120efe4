'use client';

import Link from 'next/link';
import { EnvironmentDot } from '#components/layout/environment-dot.tsx';
import { useSession } from '#components/layout/session.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { Popover, PopoverContent, PopoverTrigger } from '#components/ui/popover.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import type { EnvironmentVariableReaders } from '#lib/environment-variables/schema.ts';
import { counted } from '#lib/text/counted.ts';
import { listText } from '#lib/text/list-text.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { useReaders } from './use-readers.ts';

/** The number of workflows and layouts that read a variable. It opens to their names. */
export function ReadersCell({ variableKey }: { variableKey: string }) {
  const readers = useReaders(variableKey);
  if (readers === 'loading') return <Skeleton className="h-3 w-20" />;
  if (!readers) return <Missing label="Unknown" />;
  const text = readersText(readers);
  if (!text) return <span className="text-faint">Nothing</span>;
  return (
    <Popover>
      <PopoverTrigger
        aria-label={`Used by ${text}`}
        className="focus-inset touch-area max-w-full truncate rounded-sm text-accent-text underline-offset-2 hover:underline"
      >
        {text}
      </PopoverTrigger>
      <PopoverContent aria-label="Used by" className="w-80 max-w-[calc(100vw-16px)] p-3">
        <ReaderLinks readers={readers} className="max-h-72" />
      </PopoverContent>
    </Popover>
  );
}

/** Returns "2 workflows and 1 layout". A workflow or layout that exists in several environments counts once. Empty if nothing reads it. */
export function readersText({ workflows, layouts }: EnvironmentVariableReaders): string {
  const [flows, frames] = [
    new Set(workflows.map(({ workflowId }) => workflowId)).size,
    new Set(layouts.map(({ layoutId }) => layoutId)).size,
  ];
  return listText([
    ...(flows > 0 ? [counted(flows, 'workflow')] : []),
    ...(frames > 0 ? [counted(frames, 'layout')] : []),
  ]);
}

/** The readers of a variable, by environment, each as a link. */
function ReaderLinks({ readers, className = '' }: { readers: EnvironmentVariableReaders; className?: string }) {
  const { environments } = useSession();
  return (
    <div className={`flex flex-col gap-2 overflow-y-auto ${className}`}>
      {environments.map((environment) => {
        const { _id, name, slug } = environment;
        const here = <Item extends { _environmentId: string }>(items: readonly Item[]) =>
          items.filter(({ _environmentId }) => _environmentId === _id);
        const links = [
          ...here(readers.workflows).map(({ workflowId, name: label }) => ({
            ...{ label, kind: 'workflow', href: workflowAddress(`/${slug}`, workflowId) },
          })),
          ...here(readers.layouts).map(({ layoutId, name: label }) => ({
            ...{ label, kind: 'layout', href: `/${slug}/layouts/${encodeURIComponent(layoutId)}` },
          })),
        ];
        if (links.length === 0) return null;
        return (
          <section key={_id} aria-label={name}>
            <p className="flex items-center gap-1.5 text-xs text-muted">
              <EnvironmentDot environment={environment} />
              {name}
            </p>
            <ul>
              {links.map(({ label, kind, href }) => (
                <li key={href} className="flex min-w-0 items-baseline gap-2 py-0.5 pl-3.5">
                  <Link
                    href={href}
                    prefetch={false}
                    className="min-w-0 truncate rounded-sm text-accent-text underline-offset-2 hover:underline"
                  >
                    {label}
                  </Link>
                  <span className="shrink-0 text-xs text-faint">{kind}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
