import { useQuery } from '@tanstack/react-query';
import { ArrowLeftRight, CircleHelp, type LucideIcon, Plus, TriangleAlert, Upload, User, Workflow } from 'lucide-react';
import { explainAddress } from '#components/explain/explain-query.ts';
import { useSubscriberSearch } from '#components/subscribers/use-subscriber-search.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { type Permission, whyNot } from '#lib/auth/permissions.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import type { WorkflowPage } from '#lib/workflows/schema.ts';
import { matchesAll } from './matches-all.ts';
import { hrefOf, navigationItems } from './navigation.ts';
import type { PaletteEntry } from './palette-entry.ts';
import { useSession } from './session.tsx';
import { splitQuestion } from './split-question.ts';
import { useRunEntries } from './use-run-entries.tsx';

/**
 * What the palette offers for a text: subscribers, runs and messages by an id, explanations, workflows, actions, pages.
 * A text that begins with "why" asks for explanations only.
 */
export function usePaletteEntries(needle: string): { entries: PaletteEntry[]; isFetching: boolean; failed: boolean } {
  const { environment } = useSession();
  const [id, base] = [environment._id, `/${environment.slug}`];
  const { asks, sought } = splitQuestion(needle);
  const searching = sought !== '';
  const people = useSubscriberSearch(id, sought, { limit: 6, enabled: searching });
  const workflows = useQuery({ ...workflowQueries.list(id, { query: sought, limit: 5 }), enabled: searching && !asks });
  const runs = useRunEntries(id, base, sought);
  const places = usePlaces(needle);
  const subscribers = searching ? people.subscribers : [];
  const explanations = subscribers.slice(0, asks ? 6 : 2).map((one) => explainEntry(base, one));
  const found = [
    ...subscribers.map((one) => subscriberEntry(base, one)),
    ...runs.entries,
    ...explanations,
    ...(workflows.data?.workflows ?? []).map((one) => workflowEntry(base, one)),
  ];
  return {
    entries: asks ? [...explanations, ...places] : searching ? [...found, ...places] : places,
    isFetching: searching && (people.isFetching || workflows.isFetching || runs.isFetching),
    failed: searching && Boolean(people.error ?? workflows.error),
  };
}

function subscriberEntry(base: string, subscriber: Subscriber): PaletteEntry {
  return {
    value: `subscriber ${subscriber.subscriberId}`,
    group: 'Subscribers',
    icon: User,
    label: nameOf(subscriber),
    hint: addressOf(subscriber),
    href: `${base}/subscribers/${encodeURIComponent(subscriber.subscriberId)}`,
  };
}

function explainEntry(base: string, subscriber: Subscriber): PaletteEntry {
  return {
    value: `explain ${subscriber.subscriberId}`,
    group: 'Why didn’t …?',
    icon: CircleHelp,
    label: `Why didn’t ${nameOf(subscriber)} get it?`,
    hint: addressOf(subscriber),
    href: explainAddress(base, { subscriber: subscriber.subscriberId }),
  };
}

function addressOf({ email, phone, subscriberId }: Subscriber): string {
  return email ?? phone ?? subscriberId;
}

function workflowEntry(base: string, { _id, name, workflowId }: ListedWorkflow): PaletteEntry {
  return {
    value: `workflow ${_id}`,
    group: 'Workflows',
    icon: Workflow,
    label: name,
    hint: workflowId,
    href: workflowAddress(base, workflowId),
  };
}

type ListedWorkflow = Pick<WorkflowPage['workflows'][number], '_id' | 'name' | 'workflowId'>;

interface Action {
  label: string;
  path: string;
  icon: LucideIcon;
  permission?: Permission;
}

/** Things that people want to do, with the words they use for them. */
const actions: readonly Action[] = [
  { label: 'Why didn’t somebody get a message?', path: 'explain', icon: CircleHelp },
  { label: 'New subscriber', path: 'subscribers?dialog=new', icon: Plus, permission: 'subscribers:write' },
  {
    label: 'Import subscribers from CSV',
    path: 'subscribers?dialog=import',
    icon: Upload,
    permission: 'subscribers:write',
  },
  { label: 'New workflow', path: 'workflows?new=true', icon: Plus, permission: 'workflows:write' },
  { label: 'Workflows with issues', path: 'workflows?issue=any', icon: TriangleAlert },
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
      reason: whyNot(user.role, page.permission),
    }),
  );
  return [...doable, ...switches, ...pages].filter(({ label }) => matchesAll(label, needle));
}

function GoKeys({ letter }: { letter: string }) {
  return (
    <span className="inline-flex gap-0.5 max-sm:hidden">
      <Kbd>g</Kbd>
      <Kbd>{letter}</Kbd>
    </span>
  );
}
