import {
  Activity,
  BellRing,
  BookOpen,
  BookOpenText,
  Boxes,
  Braces,
  CircleHelp,
  CircleSlash,
  FileClock,
  Hash,
  HeartPulse,
  KeyRound,
  Layers2,
  type LucideIcon,
  MailX,
  MessagesSquare,
  PanelsTopLeft,
  Plug,
  ScrollText,
  SlidersHorizontal,
  UserRoundCog,
  Users,
  Workflow,
} from 'lucide-react';
import type { Permission } from '#lib/auth/permissions.ts';

export interface NavigationItem {
  label: string;
  /** The part after the environment's slug, or an absolute path if it starts with a slash. */
  path: string;
  icon: LucideIcon;
  /** The letter to press after g. */
  key: string;
  permission: Permission;
}

interface NavigationGroup {
  label?: string;
  items: readonly NavigationItem[];
}

/** All pages of the dashboard. The sidebar, the palette and the g-keys use this list. */
export const navigation: readonly NavigationGroup[] = [
  {
    items: [
      { label: 'Activity', path: 'activity', icon: Activity, key: 'a', permission: 'notifications:read' },
      { label: 'Messages', path: 'messages', icon: MessagesSquare, key: 'm', permission: 'messages:read' },
      { label: 'Subscribers', path: 'subscribers', icon: Users, key: 's', permission: 'subscribers:read' },
      { label: 'Suppressions', path: 'suppressions', icon: CircleSlash, key: 'b', permission: 'suppressions:read' },
      { label: 'Topics', path: 'topics', icon: Hash, key: 't', permission: 'topics:read' },
      { label: 'Contexts', path: 'contexts', icon: Boxes, key: 'c', permission: 'contexts:read' },
      { label: 'Explain', path: 'explain', icon: CircleHelp, key: 'x', permission: 'notifications:read' },
    ],
  },
  {
    label: 'Build',
    items: [
      { label: 'Workflows', path: 'workflows', icon: Workflow, key: 'w', permission: 'workflows:read' },
      { label: 'Layouts', path: 'layouts', icon: PanelsTopLeft, key: 'y', permission: 'workflows:read' },
      { label: 'Integrations', path: 'integrations', icon: Plug, key: 'i', permission: 'integrations:read' },
    ],
  },
  {
    label: 'Develop',
    items: [
      { label: 'Guides', path: '/docs', icon: BookOpen, key: 'd', permission: 'subscribers:read' },
      {
        label: 'API reference',
        path: 'api-reference',
        icon: BookOpenText,
        key: 'r',
        permission: 'subscribers:read',
      },
      { label: 'Request log', path: 'request-log', icon: ScrollText, key: 'q', permission: 'request-log:read' },
      { label: 'API keys', path: 'api-keys', icon: KeyRound, key: 'k', permission: 'api-keys:read' },
    ],
  },
  {
    label: 'Settings',
    items: [
      { label: 'General', path: '/settings/general', icon: SlidersHorizontal, key: 'o', permission: 'members:read' },
      { label: 'Members', path: '/settings/members', icon: UserRoundCog, key: 'p', permission: 'members:read' },
      {
        label: 'Environments',
        path: '/settings/environments',
        icon: Layers2,
        key: 'e',
        permission: 'environments:read',
      },
      {
        label: 'Recipient page',
        path: 'recipient-page',
        icon: MailX,
        key: 'u',
        permission: 'environments:read',
      },
      { label: 'Alerts', path: 'alerts', icon: BellRing, key: 'n', permission: 'alerts:write' },
      {
        label: 'Variables',
        path: '/settings/environment-variables',
        icon: Braces,
        key: 'v',
        permission: 'environment-variables:read',
      },
      { label: 'Audit log', path: '/settings/audit-log', icon: FileClock, key: 'l', permission: 'audit-log:read' },
      {
        label: 'System',
        path: '/settings/system',
        icon: HeartPulse,
        key: 'h',
        permission: 'system:read',
      },
    ],
  },
];

export const navigationItems = navigation.flatMap((group) => group.items);

/** Returns the URL of an item in an environment. */
export function hrefOf(item: NavigationItem, slug: string): string {
  return item.path.startsWith('/') ? item.path : `/${slug}/${item.path}`;
}
