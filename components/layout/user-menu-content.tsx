import { CircleUserRound, Keyboard, LogOut } from 'lucide-react';
import { useRouter } from 'next/navigation';
import {
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
} from '#components/ui/dropdown-menu.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { AppearanceItems } from './appearance-items.tsx';
import { confirmLeave } from './leave-guard.ts';
import { useShellActions } from './shell-actions.tsx';
import { useSignOut } from './use-sign-out.ts';

/** The opened user menu. It is loaded later, because every page has the menu. */
export function UserMenuContent({ email }: { email: string }) {
  const { openShortcuts } = useShellActions();
  const router = useRouter();
  const openAccount = () => void confirmLeave().then((may) => may && router.push('/settings/account'));
  const signOut = useSignOut();
  return (
    <DropdownMenuContent side="top" className="w-56">
      <DropdownMenuLabel className="truncate">{email}</DropdownMenuLabel>
      <AppearanceItems />
      <DropdownMenuSeparator />
      <DropdownMenuItem onSelect={openAccount}>
        <CircleUserRound aria-hidden className="text-muted" />
        Your account
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={openShortcuts} className="pointer-coarse:hidden">
        <Keyboard aria-hidden className="text-muted" />
        <span className="flex-1">Keyboard shortcuts</span>
        <Kbd>?</Kbd>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={signOut}>
        <LogOut aria-hidden className="text-muted" />
        Sign out
      </DropdownMenuItem>
    </DropdownMenuContent>
  );
}
