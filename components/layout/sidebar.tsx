'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { cn } from '#components/ui/cn.ts';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { whyNot } from '#lib/auth/permissions.ts';
import { BrandMark } from './brand-mark.tsx';
import { EnvironmentSwitcher } from './environment-switcher.tsx';
import { isProduction } from './is-production.ts';
import { isMarked } from './marked-paths.ts';
import { hrefOf, type NavigationItem, navigation } from './navigation.ts';
import { SandboxMark } from './sandbox-mark.tsx';
import type { Session } from './session.tsx';
import { UserMenu } from './user-menu.tsx';

const MenuMark = dynamic(() => import('./menu-mark.tsx').then((module) => module.MenuMark), { ssr: false });

interface Props {
  /** Undefined while the session loads. */
  session: Session | undefined;
  /** Whether the page names an unknown environment. The links then lead to the environment of the session. */
  isUnknown?: boolean;
  onNavigate?: () => void;
  /** Whether to prefetch the linked pages. */
  prefetches?: boolean;
}

export function Sidebar({ session, isUnknown = false, onNavigate, prefetches = false }: Props) {
  const shown = isUnknown ? undefined : session?.environment;
  const production = shown !== undefined && isProduction(shown);
  return (
    <div
      data-production={production || undefined}
      className={cn(
        'flex h-full flex-col border-r border-line bg-sunken',
        'before:absolute before:inset-y-0 before:left-0 before:w-[3px] data-production:before:bg-warn',
      )}
    >
      <div className="flex h-12 shrink-0 items-center px-4">
        <Link
          href="/"
          onClick={onNavigate}
          className="control flex items-center gap-2 rounded-sm text-base font-semibold"
        >
          <BrandMark />
          Belfry
        </Link>
        {shown && !onNavigate && <SandboxMark environment={shown} className="ml-auto" />}
      </div>
      <div className="px-3 pb-2">
        {session ? (
          <EnvironmentSwitcher current={shown} environments={session.environments} />
        ) : (
          <Skeleton className="control rounded-md" />
        )}
      </div>
      <nav aria-label="Main" className="flex-1 overflow-y-auto px-3 py-1">
        {navigation.map((group) => (
          <section key={group.label ?? ''} className="pb-3">
            {group.label && <h2 className="px-2 pt-1 pb-1 text-xs font-medium text-faint">{group.label}</h2>}
            {group.items.map((item) => (
              <Item key={item.path} item={item} session={session} onNavigate={onNavigate} prefetches={prefetches} />
            ))}
          </section>
        ))}
      </nav>
      <div className="border-t border-line p-3">
        {session ? <UserMenu user={session.user} /> : <Skeleton className="h-[46px] rounded-md" />}
      </div>
    </div>
  );
}

function Item({ item, session, onNavigate, prefetches }: Props & { item: NavigationItem }) {
  const pathname = usePathname();
  const slug = session?.environment.slug ?? pathname.split('/')[1] ?? '';
  const href = hrefOf(item, slug);
  const active = pathname === href || pathname.startsWith(`${href}/`);
  const denied = session && whyNot(session.user.role, item.permission);
  const Icon = item.icon;
  return (
    <Link
      href={href}
      ref={showCurrent}
      // Prefetched pages open instantly, even offline.
      prefetch={prefetches && !denied}
      onClick={(event) => (denied ? event.preventDefault() : onNavigate?.())}
      aria-current={active ? 'page' : undefined}
      aria-disabled={denied ? true : undefined}
      aria-description={denied}
      data-tip={denied}
      className={cn(
        'flex control-sm items-center gap-2.5 rounded-md px-2 text-muted transition-colors hover:bg-hover hover:text-fg',
        'aria-[current=page]:bg-pressed aria-[current=page]:font-medium aria-[current=page]:text-fg',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-55',
      )}
    >
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 truncate">{item.label}</span>
      {session && !denied && isMarked(item.path) && (
        <MenuMark path={item.path} environmentId={session.environment._id} />
      )}
    </Link>
  );
}

/** Scrolls to the entry of the open page when the sidebar appears. `scrollIntoView` would make Tab start at the entry. */
function showCurrent(link: HTMLAnchorElement | null): void {
  const list = link?.ariaCurrent && link.closest('nav');
  if (list) list.scrollTop = link.offsetTop + link.offsetHeight - list.offsetTop - list.clientHeight;
}
