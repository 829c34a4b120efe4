import {
  ArrowLeftRight,
  CircleHelp,
  CircleUserRound,
  Hourglass,
  type LucideIcon,
  MessagesSquare,
  Plus,
  Rocket,
  TriangleAlert,
  Unplug,
  Upload,
  Users,
} from 'lucide-react';
import { outagesAddress } from '#components/outages/outage-address.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { type Permission, whyNot } from '#lib/auth/permissions.ts';
import { startsWords } from './matches-all.ts';
import { hrefOf, navigationItems } from './navigation.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { PAGE_SUBJECTS, PAGE_WORDS } from './palette-words.ts';
import { useSession } from './session.tsx';

interface Action {
  label: string;
  path: string;
  icon: LucideIcon;
  permission?: Permission;
  /** Further search words. */
  words?: string;
}

/** Actions, labelled with the words that users search for. */
const actions: readonly Action[] = [
  { label: 'Why didn’t a subscriber get a message?', path: 'explain', icon: CircleHelp },
  // Includes messages that waited as their workflow says, so they are not called late.
  {
    label: 'Slow messages, planned delays included',
    path: 'messages?slower=1m',
    icon: Hourglass,
    words: 'late delayed slower than',
  },
  { label: 'New subscriber', path: 'subscribers?dialog=new', icon: Plus, permission: 'subscribers:write' },
  {
    label: 'Import subscribers from CSV',
    path: 'subscribers?dialog=import',
    icon: Upload,
    permission: 'subscribers:write',
  },
  { label: 'Suppress an address', path: 'suppressions?dialog=new', icon: Plus, permission: 'suppressions:write' },
  { label: 'New topic', path: 'topics?dialog=new', icon: Plus, permission: 'topics:write' },
  { label: 'New context', path: 'contexts?dialog=new', icon: Plus, permission: 'contexts:write' },
  { label: 'New workflow', path: 'workflows?new=true', icon: Plus, permission: 'workflows:write' },
  { label: 'Workflows with issues', path: 'workflows?issue=any', icon: TriangleAlert },
  {
    label: 'Publish to another environment',
    path: 'publish',
    icon: Rocket,
    permission: 'workflows:write',
    words: 'copy promote deploy compare diff sync undo publication',
  },
];

const ACCOUNT: PaletteEntry = {
  value: 'page account',
  group: 'Pages',
  icon: CircleUserRound,
  label: 'Your account',
  words: 'my settings profile security sign-in two-step totp authenticator theme appearance rows time zone',
  subjects: 'password, change password, sessions, two-step sign-in',
  href: '/settings/account',
};

/** Returns actions, other environments and pages whose label or other words contain every word of the needle. */
export function usePlaces(needle: string): PaletteEntry[] {
  const { user, environment, environments } = useSession();
  const doable = actions.map(({ label, path, icon, permission, words }): PaletteEntry => {
    const reason = permission && whyNot(user.role, permission);
    return {
      value: `action ${path}`,
      group: 'Actions',
      icon,
      label,
      href: `/${environment.slug}/${path}`,
      words,
      reason,
    };
  });
  const others = environments.filter(({ slug }) => slug !== environment.slug);
  const switches = others.map(
    ({ name, slug }): PaletteEntry => ({
      value: `environment ${slug}`,
      group: 'Actions',
      icon: ArrowLeftRight,
      label: `Switch to ${name}`,
      href: `/${slug}/activity`,
    }),
  );
  const pages = navigationItems.map(
    (page): PaletteEntry => ({
      value: `page ${page.path}`,
      group: 'Pages',
      icon: page.icon,
      label: page.label,
      words: PAGE_WORDS[page.path],
      subjects: PAGE_SUBJECTS[page.path],
      hint: <GoKeys letter={page.key} />,
      href: hrefOf(page, environment.slug),
      reason: whyNot(user.role, page.permission),
    }),
  );
  const outages: PaletteEntry = {
    value: 'page outages',
    group: 'Pages',
    icon: Unplug,
    label: 'Outages',
    words: 'unreachable down unavailable downtime incidents integrations providers',
    subjects: 'outage',
    href: outagesAddress(`/${environment.slug}`),
    reason: whyNot(user.role, 'integrations:read'),
  };
  return [...doable, ...switches, ...pages, outages, ACCOUNT].filter(({ label, words = '', subjects = '' }) =>
    startsWords(`${label} ${words} ${subjects}`, needle),
  );
}

/**
 * Returns where to continue a search: messages always, the subscriber list if it has matches, and other environments.
 * Several other environments are one entry, which `onElsewhere` replaces by an entry for each of them.
 */
export function useMore(isElsewhere: boolean, onElsewhere: () => void) {
  const { environment, environments } = useSession();
  const others = environments.filter(({ slug }) => slug !== environment.slug);
  return (sought: string, found: 'people' | 'others' | 'nothing'): PaletteEntry[] => {
    const entry = (icon: LucideIcon, label: string, path: string): PaletteEntry => {
      const href = `/${path}?q=${encodeURIComponent(sought)}`;
      return { value: `more ${path}`, group: 'More', icon, label, href };
    };
    const people = entry(Users, `All subscribers that match “${sought}”`, `${environment.slug}/subscribers`);
    const messages = entry(MessagesSquare, `Messages with “${sought}”`, `${environment.slug}/messages`);
    const each = others.map(({ name, slug }) =>
      entry(ArrowLeftRight, `Look for subscribers in ${name}`, `${slug}/subscribers`),
    );
    const all = {
      ...entry(ArrowLeftRight, 'Look for subscribers in other environments…', ''),
      ...{ run: onElsewhere, stays: true },
    };
    const elsewhere = isElsewhere || each.length < 2 ? each : [all];
    return [...(found === 'people' ? [people] : []), messages, ...(found === 'others' ? [] : elsewhere)];
  };
}

function GoKeys({ letter }: { letter: string }) {
  return (
    <span className="inline-flex gap-0.5 max-sm:hidden">
      <Kbd>G</Kbd>
      <Kbd>{letter.toUpperCase()}</Kbd>
    </span>
  );
}
