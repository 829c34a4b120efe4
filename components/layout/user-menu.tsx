'use client';

import { useMutation } from '@tanstack/react-query';
import { ChevronsUpDown, Keyboard, KeyRound, LogOut } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { useOpened } from '#components/ui/use-opened.ts';
import { roleLabels } from '#lib/auth/permissions.ts';
import { meMutations } from '#lib/me/client.ts';
import { chooseDensity, chooseTheme, type Density, readAppearance, type Theme } from './appearance.ts';
import type { SignedInUser } from './session.tsx';
import { useShellActions } from './shell-actions.tsx';

const ChangePassword = dynamic(() => import('./change-password.tsx').then((module) => module.ChangePassword), {
  ssr: false,
});

export function UserMenu({ user }: { user: SignedInUser }) {
  const [password, setPassword] = useState(false);
  const hasPassword = useOpened(password);
  const { openShortcuts } = useShellActions();
  const signOut = useMutation({ ...meMutations.signOut(), onSettled: () => location.assign('/sign-in') });
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger className="flex min-h-9 w-full items-center gap-2 rounded-md px-2 py-1 text-left transition-colors hover:bg-hover">
          <span className="min-w-0 flex-1">
            <span className="block truncate text-sm font-medium">{user.name}</span>
            <span className="block truncate text-xs text-faint">{roleLabels[user.role].name}</span>
          </span>
          <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-faint" />
        </DropdownMenuTrigger>
        <DropdownMenuContent side="top" className="w-56">
          <DropdownMenuLabel className="truncate">{user.email}</DropdownMenuLabel>
          <Appearance />
          <DropdownMenuSeparator />
          <DropdownMenuItem onSelect={() => setPassword(true)}>
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
      {hasPassword && <ChangePassword open={password} onOpenChange={setPassword} />}
    </>
  );
}

/** The appearance settings. They are mounted with the menu, so they show the current values. */
function Appearance() {
  const [chosen, setChosen] = useState(readAppearance);
  return (
    <>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Theme</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={chosen.theme}
        onValueChange={(theme) => {
          chooseTheme(theme as Theme);
          setChosen({ ...chosen, theme: theme as Theme });
        }}
      >
        <Option value="system" label="As the system" />
        <Option value="light" label="Light" />
        <Option value="dark" label="Dark" />
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>Rows</DropdownMenuLabel>
      <DropdownMenuRadioGroup
        value={chosen.density}
        onValueChange={(density) => {
          chooseDensity(density as Density);
          setChosen({ ...chosen, density: density as Density });
        }}
      >
        <Option value="comfortable" label="Comfortable" />
        <Option value="compact" label="Compact" />
      </DropdownMenuRadioGroup>
    </>
  );
}

/** A choice keeps the menu open, so that its effect can be seen. */
function Option({ value, label }: { value: string; label: string }) {
  return (
    <DropdownMenuRadioItem value={value} onSelect={(event) => event.preventDefault()}>
      {label}
    </DropdownMenuRadioItem>
  );
}
