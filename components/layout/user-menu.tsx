'use client';

import { useMutation } from '@tanstack/react-query';
import { ChevronsUpDown, Keyboard, KeyRound, LogOut } from 'lucide-react';
import dynamic from 'next/dynamic';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { roleNames } from '#lib/auth/permissions.ts';
import { meMutations } from '#lib/me/client.ts';
import type { SignedInUser } from './session.tsx';
import { useShellActions } from './shell-actions.tsx';

const AppearanceItems = dynamic(() => import('./appearance-items.tsx').then((module) => module.AppearanceItems), {
  ssr: false,
});

export function UserMenu({ user }: { user: SignedInUser }) {
  const { openShortcuts, openPassword } = useShellActions();
  const signOut = useMutation({ ...meMutations.signOut(), onSettled: () => location.assign('/sign-in') });
  return (
    <DropdownMenu>
      <DropdownMenuTrigger className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover">
        <span className="min-w-0 flex-1">
          <span className="block truncate text-sm font-medium">{user.name}</span>
          <span className="block truncate text-xs text-faint">{roleNames[user.role]}</span>
        </span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
      </DropdownMenuTrigger>
      <DropdownMenuContent side="top" className="w-56">
        <DropdownMenuLabel className="truncate">{user.email}</DropdownMenuLabel>
        <AppearanceItems />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={openPassword}>
          <KeyRound aria-hidden className="text-muted" />
          Password and sessions
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={openShortcuts} className="pointer-coarse:hidden">
          <Keyboard aria-hidden className="text-muted" />
          <span className="flex-1">Keyboard shortcuts</span>
          <Kbd>?</Kbd>
        </DropdownMenuItem>
        <DropdownMenuItem onSelect={() => signOut.mutate()}>
          <LogOut aria-hidden className="text-muted" />
          Sign out
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
