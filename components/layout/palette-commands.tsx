import { useQuery } from '@tanstack/react-query';
import { FlaskConical, Keyboard, LogOut, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { whyNot } from '#lib/auth/permissions.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { chooseTheme } from './appearance.ts';
import { startsWords } from './matches-all.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSession } from './session.tsx';
import { useShellActions } from './shell-actions.tsx';
import { splitCommand } from './split-command.ts';
import { useSignOut } from './use-sign-out.ts';

const MAX_RECORDS = 5;

const SIGN_OUT_WORDS = 'signout sign off log out logout log off logoff end session exit leave';

/** Returns the commands that match: theme, shortcuts, sign-out, and “Trigger …” with the workflows. */
export function usePaletteCommands(needle: string): PaletteEntry[] {
  const { openShortcuts } = useShellActions();
  const signOut = useSignOut();
  const command = (icon: LucideIcon, label: string, words: string, run: () => void): PaletteEntry => ({
    value: `command ${label}`,
    group: 'Actions',
    icon,
    label,
    words,
    href: '',
    run,
  });
  const own = [
    command(Sun, 'Light theme', 'appearance mode bright', () => chooseTheme('light')),
    command(Moon, 'Dark theme', 'appearance mode night', () => chooseTheme('dark')),
    command(Monitor, 'Automatic theme', 'appearance mode system', () => chooseTheme('system')),
    command(Keyboard, 'Keyboard shortcuts', 'keys help', openShortcuts),
    command(LogOut, 'Sign out', SIGN_OUT_WORDS, signOut),
  ].filter(({ label, words = '' }) => needle !== '' && startsWords(`${label} ${words}`, needle));
  return [...useTriggers(needle), ...own];
}

/** “Trigger Sign-in code”, for a text that begins with “trigger” or “test”. */
function useTriggers(needle: string): PaletteEntry[] {
  const { user, environment } = useSession();
  const command = splitCommand(needle);
  const isWanted = command?.verb === 'trigger';
  const query = { query: command?.sought ?? '', limit: MAX_RECORDS };
  const { data } = useQuery({ ...workflowQueries.list(environment._id, query), enabled: isWanted });
  if (!isWanted || !data) return [];
  const reason = whyNot(user.role, 'events:trigger');
  return data.workflows.map(({ _id, name, workflowId }) => ({
    value: `trigger ${_id}`,
    group: 'Actions',
    icon: FlaskConical,
    label: `Trigger ${name}…`,
    href: workflowAddress(`/${environment.slug}`, workflowId, { dialog: 'test' }),
    reason,
  }));
}
