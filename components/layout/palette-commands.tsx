import { useQuery } from '@tanstack/react-query';
import { Crown, FlaskConical, Keyboard, type LucideIcon, Monitor, Moon, Sun } from 'lucide-react';
import { whyNot } from '#lib/auth/permissions.ts';
import { integrationQueries } from '#lib/integrations/client.ts';
import { whyNotPrimary } from '#lib/integrations/primary.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { chooseTheme } from './appearance.ts';
import { matchesAll } from './matches-all.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSession } from './session.tsx';
import { useShellActions } from './shell-actions.tsx';
import { splitCommand } from './split-command.ts';

const MAX_RECORDS = 5;

/** Returns the commands that match: theme, shortcuts, and “Trigger …” and “Make … primary” with their records. */
export function usePaletteCommands(needle: string): PaletteEntry[] {
  const { openShortcuts } = useShellActions();
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
  ].filter(({ label, words = '' }) => needle !== '' && matchesAll(`${label} ${words}`, needle));
  return [...useTriggers(needle), ...usePrimaries(needle), ...own];
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

/** “Make Postmark primary”, for a text with “primary”. It opens the integration, where the change is confirmed. */
function usePrimaries(needle: string): PaletteEntry[] {
  const { user, environment } = useSession();
  const command = splitCommand(needle);
  const isWanted = command?.verb === 'primary';
  const { data } = useQuery({ ...integrationQueries.list(environment._id), enabled: isWanted });
  if (!isWanted || !data) return [];
  const denied = whyNot(user.role, 'integrations:write');
  return data
    .filter(({ name, kind, primary }) => kind !== 'agent' && !primary && matchesAll(name, command.sought))
    .slice(0, MAX_RECORDS)
    .map((integration) => ({
      value: `primary ${integration._id}`,
      group: 'Actions',
      icon: Crown,
      label: `Make ${integration.name} primary…`,
      href: `/${environment.slug}/integrations?open=${encodeURIComponent(integration.identifier)}`,
      reason: denied ?? whyNotPrimary(integration),
    }));
}
