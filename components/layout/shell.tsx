'use client';

import { type DehydratedState, HydrationBoundary } from '@tanstack/react-query';
import dynamic from 'next/dynamic';
import { useParams, usePathname } from 'next/navigation';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { requestReference } from '#components/table/read-error.ts';
import { ErrorState } from '#components/ui/error-state.tsx';
import { preloadLayers } from '#components/ui/preload-layers.ts';
import { Sheet, SheetContent } from '#components/ui/sheet.tsx';
import { useHydrated } from '#components/ui/use-hydrated.ts';
import { useOpened } from '#components/ui/use-opened.ts';
import type { Me } from '#lib/me/schema.ts';
import { setServiceName } from '#lib/providers/service-name.ts';
import { ConnectionNotice } from './connection-notice.tsx';
import { EnvironmentStrip } from './environment-strip.tsx';
import { rememberEnvironment, useRememberedEnvironment } from './last-environment.ts';
import { FrameSkeleton } from './page-frame.tsx';
import { SessionProvider, type SignedInUser } from './session.tsx';
import { ShellActionsProvider } from './shell-actions.tsx';
import { Sidebar } from './sidebar.tsx';
import { useMe } from './use-me.ts';
import { Palette, preloadPalette, usePageFocus, usePalette } from './use-palette.ts';
import { useSettled } from './use-settled.ts';
import { useShellKeys } from './use-shell-keys.ts';
import { preloadUserMenu } from './user-menu.tsx';

const UnknownEnvironment = dynamic(() =>
  import('./unknown-environment.tsx').then((module) => module.UnknownEnvironment),
);
const Shortcuts = dynamic(() => import('./shortcuts.tsx').then((module) => module.Shortcuts), { ssr: false });

/** Whether the server renders the first rows of the page. Other pages are rendered in the browser only. */
const hasFirstRows = (pathname: string) => pathname.endsWith('/activity');

interface Props {
  /** The data that the server has read for the page. */
  first?: DehydratedState | undefined;
  /** Shown above each page of an environment with demo data. */
  demoNotice?: ReactNode;
  children: ReactNode;
}

/** The frame of every signed-in page. Pages are mounted once the user and the environment are loaded. */
export function Shell({ first, ...props }: Props) {
  return (
    <HydrationBoundary state={first}>
      <Frame {...props} />
    </HydrationBoundary>
  );
}

function Frame({ demoNotice, children }: Omit<Props, 'first'>) {
  const me = useMe();
  const { environment: slug } = useParams<{ environment?: string }>();
  const isHydrated = useHydrated();
  const pathname = usePathname();
  const [menu, setMenu] = useState(false);
  const [shortcuts, setShortcuts] = useState(false);
  const openShortcuts = useCallback(() => setShortcuts(true), []);
  const openMenu = useCallback(() => setMenu(true), []);
  const hasShortcuts = useOpened(shortcuts);
  const list = me.data?.environments;
  if (me.data) setServiceName(me.data.serviceName);
  const remembered = useRememberedEnvironment();
  const named = list?.find((item) => item.slug === slug);
  const isUnknown = slug !== undefined && list !== undefined && !named;
  // Menu and palette of a page without an environment, or with an unknown one, lead to the last visited environment.
  const last = remembered === undefined ? undefined : (list?.find(({ _id }) => _id === remembered) ?? list?.[0]);
  const environment = named ?? (slug && !isUnknown ? undefined : last);
  if (named) rememberEnvironment(named._id);
  const user = userOf(me.data);
  const session = user && list && environment ? { user, environment, environments: list } : undefined;
  const palette = usePalette(session !== undefined);
  const hasPalette = useOpened(palette.isOpen);
  const actions = useMemo(
    () => ({ openMenu, openPalette: palette.open, openShortcuts }),
    [openMenu, palette.open, openShortcuts],
  );
  usePageFocus(pathname);
  useShellKeys(environment?.slug, palette.open, openShortcuts);
  const isSettled = useSettled(session !== undefined);
  useEffect(() => {
    if (!isSettled) return;
    preloadLayers();
    preloadPalette();
    preloadUserMenu();
  }, [isSettled]);
  const page = () => {
    if (me.error) {
      const { message, requestId } = me.error;
      return (
        <ErrorState
          title="The dashboard could not start"
          message={message}
          reference={requestReference(requestId)}
          onRetry={() => void me.refetch()}
        />
      );
    }
    if (isUnknown && list) return <UnknownEnvironment slug={slug} environments={list} />;
    return <FrameSkeleton />;
  };
  const frame = (
    <ShellActionsProvider value={actions}>
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-accent px-3 py-2 text-accent-fg focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <div className="flex min-h-dvh">
        {/* Above later content: the browser would create extra compositing layers for content painted above a sticky element. */}
        <aside className="sticky top-0 z-10 h-dvh w-[232px] shrink-0 max-md:hidden">
          <Sidebar session={session} isUnknown={isUnknown} prefetches={isSettled} />
        </aside>
        <div className="min-w-0 flex-1">
          <EnvironmentStrip environment={isUnknown ? undefined : environment} />
          <ConnectionNotice />
          {session && named?.isDemo && demoNotice}
          <main id="main" tabIndex={-1} aria-busy={!isHydrated} className="outline-none">
            {session && !isUnknown && (isHydrated || hasFirstRows(pathname)) ? children : page()}
          </main>
        </div>
      </div>
      <Sheet open={menu} onOpenChange={setMenu}>
        <SheetContent side="left" title="Menu" className="w-[272px]">
          <Sidebar session={session} isUnknown={isUnknown} onNavigate={() => setMenu(false)} />
        </SheetContent>
      </Sheet>
      {session && hasPalette && <Palette open={palette.isOpen} onOpenChange={palette.setOpen} />}
      {hasShortcuts && <Shortcuts open={shortcuts} onOpenChange={setShortcuts} />}
    </ShellActionsProvider>
  );
  return session ? <SessionProvider value={session}>{frame}</SessionProvider> : frame;
}

function userOf(me: Me | undefined): SignedInUser | undefined {
  if (me?.actor.type !== 'user' || !me.role) return undefined;
  const { _id, email, name } = me.actor;
  return { id: _id, email, name: name || email, role: me.role };
}
