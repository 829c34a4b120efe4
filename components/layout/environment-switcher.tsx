'use client';

import { ChevronsUpDown } from 'lucide-react';
import { usePathname, useRouter } from 'next/navigation';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import type { Environment } from '#lib/environments/schema.ts';
import { EnvironmentDot } from './environment-dot.tsx';
import { isProduction } from './is-production.ts';
import { confirmLeave } from './leave-guard.ts';
import { ProductionBadge } from './production-badge.tsx';

interface Props {
  /** Undefined if the page names an unknown environment. */
  current: Environment | undefined;
  environments: readonly Environment[];
}

export function EnvironmentSwitcher({ current, environments }: Props) {
  const router = useRouter();
  const pathname = usePathname();
  const [, slug, page = 'activity'] = pathname.split('/');
  // Another environment opens at the same page. Pages of the whole organization lead to Activity.
  const section = !current || slug === current.slug ? page : 'activity';
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={
          current
            ? `Environment: ${current.name}${isProduction(current) ? ', production' : ''}`
            : 'Choose an environment'
        }
        className="control flex w-full items-center gap-2 rounded-md border border-line bg-surface px-2 text-left font-medium transition-colors hover:bg-hover"
      >
        {current ? (
          <>
            <EnvironmentDot environment={current} />
            <span className="flex-1 truncate">{current.name}</span>
            <ProductionBadge environment={current} iconOnly />
          </>
        ) : (
          <span className="flex-1 truncate text-muted">Choose an environment</span>
        )}
        <ChevronsUpDown aria-hidden className="size-3.5 text-faint" />
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-(--radix-dropdown-menu-trigger-width)">
        <DropdownMenuLabel>Environment</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={current?.slug ?? ''}
          onValueChange={(slug) => void confirmLeave().then((may) => may && router.push(`/${slug}/${section}`))}
        >
          {environments.map((environment) => (
            <DropdownMenuRadioItem key={environment._id} value={environment.slug}>
              <EnvironmentDot environment={environment} />
              <span className="min-w-0 truncate">{environment.name}</span>
              <ProductionBadge environment={environment} iconOnly className="ml-auto" />
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
