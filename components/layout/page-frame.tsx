'use client';

import { ArrowLeft, ChevronRight, Menu, Search } from 'lucide-react';
import Link from 'next/link';
import { Fragment, type ReactNode } from 'react';
import { Button } from '#components/ui/button.tsx';
import { CommandKey } from '#components/ui/command-key.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { Skeleton } from '#components/ui/skeleton.tsx';
import { useShellActions } from './shell-actions.tsx';

interface Crumb {
  label: string;
  href: string;
}

interface Props {
  /** The page's heading. On a detail page it ends the breadcrumbs, and the body may repeat it. */
  title: ReactNode;
  /** The language of the heading, if the heading is a name. */
  lang?: string | undefined;
  crumbs?: readonly Crumb[];
  actions?: ReactNode;
  /** Whether the actions need so much room that the search button shows only its icon. */
  isFull?: boolean;
  /** The width available to lists: `narrow` next to an open item, such as a run. Default: `broad`. */
  room?: 'broad' | 'narrow';
  children: ReactNode;
}

/** Top bar and body of a page. On a phone the breadcrumb is an arrow, so that the heading has room. */
export function PageFrame({ title, lang, crumbs = [], actions, isFull, room = 'broad', children }: Props) {
  return (
    <>
      <TopBar isFull={isFull}>
        {crumbs.map((crumb) => (
          <Fragment key={crumb.href}>
            <Link
              href={crumb.href}
              className="shrink-0 rounded-sm text-muted hover:text-fg max-sm:grid max-sm:h-11 max-sm:w-7 max-sm:place-items-center"
            >
              <ArrowLeft aria-hidden className="size-4 sm:hidden" />
              <span className="max-sm:sr-only">{crumb.label}</span>
            </Link>
            <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint max-sm:hidden" />
          </Fragment>
        ))}
        <h1
          tabIndex={-1}
          lang={lang}
          dir="auto"
          data-tip-truncated={typeof title === 'string' ? title : undefined}
          className="min-w-0 truncate text-base font-semibold"
        >
          {title}
        </h1>
        {actions && (
          <div data-top-bar className="ml-auto flex shrink-0 items-center gap-2 pl-2 max-sm:gap-0">
            {actions}
          </div>
        )}
      </TopBar>
      <div data-room={room} className="contents">
        {children}
      </div>
    </>
  );
}

/** Shown before anything is loaded: the bar and placeholder rows. */
export function FrameSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading</span>
      <TopBar>
        <Skeleton className="h-4 w-24" />
      </TopBar>
      <div className="flex flex-col gap-7 page-x py-6">
        {Array.from({ length: 12 }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
          <Skeleton key={row} style={{ width: `${50 + ((row * 23) % 40)}%` }} />
        ))}
      </div>
    </div>
  );
}

function TopBar({ isFull = false, children }: { isFull?: boolean | undefined; children: ReactNode }) {
  const { openMenu, openPalette } = useShellActions();
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center max-md:top-6 gap-1.5 border-b border-line bg-bg page-x">
      <Button
        variant="ghost"
        size="icon"
        aria-label="Open menu"
        onClick={openMenu}
        className="-ml-2 pointer-coarse:-ml-3.5 md:hidden"
      >
        <Menu aria-hidden />
      </Button>
      {children}
      <button
        type="button"
        onClick={openPalette}
        className="order-last ml-3 flex h-7 shrink-0 items-center gap-2 rounded-md border border-line px-2 text-xs text-faint transition-colors first-of-type:ml-auto hover:bg-hover hover:text-fg max-sm:-mr-3.5 max-sm:ml-0 max-sm:size-11 max-sm:justify-center max-sm:border-0 [&:not(div~&)]:ml-auto"
      >
        <Search aria-hidden className="size-3.5 max-sm:size-4" />
        <span className={isFull ? 'sr-only' : 'max-sm:sr-only'}>Search subscribers, runs, workflows</span>
        <span aria-hidden className="flex gap-0.5 max-sm:hidden">
          <CommandKey />
          <Kbd>K</Kbd>
        </span>
      </button>
    </header>
  );
}
