import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, type LucideIcon, Plus, TriangleAlert, Upload, User, Workflow } from 'lucide-react';
import { useSubscriberSearch } from '#components/subscribers/use-subscriber-search.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { type Permission, whyNot } from '#lib/auth/permissions.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { matchesAll } from './matches-all.ts';
import { hrefOf, navigationItems } from './navigation.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSession } from './session.tsx';
import { useRunEntries } from './use-run-entries.tsx';

/** What the palette offers for a text: subscribers, workflows, runs and messages by an id, actions, pages. */
export function usePaletteEntries(needle: string): { entries: PaletteEntry[]; isFetching: boolean; failed: boolean } {
  const { environment } = useSession();
  const [id, base] = [environment._id, `/${environment.slug}`];
  const searching = needle !== '';
  const people = useSubscriberSearch(id, needle, { limit: 6, enabled: searching });
  const workflows = useQuery({ ...workflowQueries.list(id, { query: needle, limit: 5 }), enabled: searching });
  const runs = useRunEntries(id, base, needle);
  const places = usePlaces(needle);
  const subscribers = people.subscribers.map(
    (one): PaletteEntry => ({
      value: `subscriber ${one.subscriberId}`,
      group: 'Subscribers',
      icon: User,
      label: nameOf(one),
      hint: one.email ?? one.phone ?? one.subscriberId,
      href: `${base}/subscribers/${encodeURIComponent(one.subscriberId)}`,
    }),
  );
  const found = (workflows.data?.workflows ?? []).map(
    (workflow): PaletteEntry => ({
      value: `workflow ${workflow._id}`,
      group: 'Workflows',
      icon: Workflow,
      label: workflow.name,
      hint: workflow.workflowId,
      href: workflowAddress(base, workflow.workflowId),
    }),
  );
  return {
    entries: searching ? [...subscribers, ...found, ...runs.entries, ...places] : places,
    isFetching: searching && (people.isFetching || workflows.isFetching || runs.isFetching),
    failed: searching && Boolean(people.error ?? workflows.error),
  };
}

interface Action {
  label: string;
  path: string;
  icon: LucideIcon;
  permission?: Permission;
}

/** Things that people want to do, with the words they use for them. */
const actions: readonly Action[] = [
  { label: 'New subscriber', path: 'subscribers?dialog=new', icon: Plus, permission: 'subscribers:write' },
  {
    label: 'Import subscribers from CSV',
    path: 'subscribers?dialog=import',
    icon: Upload,
    permission: 'subscribers:write',
  },
  { label: 'New workflow', path: 'workflows?new=true', icon: Plus, permission: 'workflows:write' },
  { label: 'Workflows with issues', path: 'workflows?status=ERROR', icon: TriangleAlert },
];

/** Actions, other environments and pages whose label has every word of the needle. */
function usePlaces(needle: string): PaletteEntry[] {
  const { user, environment, environments } = useSession();
  const doable = actions.map(({ label, path, icon, permission }): PaletteEntry => {
    const reason = permission && whyNot(user.role, permission);
    return { value: `action ${path}`, group: 'Actions', icon, label, href: `/${environment.slug}/${path}`, reason };
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
      hint: <GoKeys letter={page.key} />,
      href: hrefOf(page, environment.slug),
    }),
  );
  return [...doable, ...switches, ...pages].filter(({ label }) => matchesAll(label, needle));
}

function GoKeys({ letter }: { letter: string }) {
  return (
    <span className="flex gap-0.5">
      <Kbd>g</Kbd>
      <Kbd>{letter}</Kbd>
    </span>
  );
}
