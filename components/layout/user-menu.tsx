'use client';

import { ChevronsUpDown } from 'lucide-react';
import dynamic from 'next/dynamic';
import { DropdownMenu, DropdownMenuTrigger } from '#components/ui/dropdown-menu.tsx';
import { roleNames } from '#lib/auth/permissions.ts';
import type { SignedInUser } from './session.tsx';

const loadContent = () => import('./user-menu-content.tsx').then((module) => module.UserMenuContent);

const UserMenuContent = dynamic(loadContent, { ssr: false });

/** Loads the menu with the other layers, so that it opens immediately, even offline. */
export function preloadUserMenu(): void {
  loadContent().catch(() => undefined);
}

export function UserMenu({ user }: { user: SignedInUser }) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-faint">{roleNames[user.role]}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </DropdownMenuTrigger>
      <UserMenuContent email={user.email} />
    </DropdownMenu>
  );
}
