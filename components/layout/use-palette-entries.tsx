import { useQuery } from '@tanstack/react-query';
import { Hash, type LucideIcon, Plus, TriangleAlert, User, Workflow } from 'lucide-react';
import type { ReactNode } from 'react';
import { Kbd } from '#components/ui/kbd.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { hrefOf, navigationItems } from './navigation.ts';
import { useEnvironment } from './session.tsx';
import { useSubscriberSearch } from './use-subscriber-search.ts';

export interface PaletteEntry {
  value: string;
  group: 'Subscribers' | 'Workflows' | 'Pages' | 'Runs';
  icon: LucideIcon;
  label: string;
  hint?: ReactNode;
  href: string;
}

/** What the palette offers for a text: subscribers, workflows, pages, then the runs of a transaction. */
export function usePaletteEntries(needle: string): { entries: PaletteEntry[]; isFetching: boolean } {
  const { id, base, slug } = useEnvironment();
  const people = useSubscriberSearch(id, needle);
  const searching = needle.length > 1;
  const workflows = useQuery({ ...workflowQueries.list(id, { query: needle, limit: 5 }), enabled: searching });
  const entries: PaletteEntry[] = people.data.map((person) => ({
    value: `person ${person.subscriberId}`,
    group: 'Subscribers',
    icon: User,
    label: nameOf(person),
    hint: person.email ?? person.phone ?? person.subscriberId,
    href: `${base}/subscribers/${encodeURIComponent(person.subscriberId)}`,
  }));
  for (const workflow of (searching && workflows.data?.workflows) || []) {
    const href = workflowAddress(base, workflow.workflowId);
    entries.push({
      value: `workflow ${workflow._id}`,
      group: 'Workflows',
      icon: Workflow,
      label: workflow.name,
      hint: workflow.workflowId,
      href,
    });
  }
  for (const { label, path, icon } of shortcuts) {
    if (!label.toLowerCase().includes(needle.toLowerCase())) continue;
    entries.push({ value: `page ${path}`, group: 'Pages', icon, label, href: `${base}/${path}` });
  }
  for (const page of navigationItems.filter(({ label }) => label.toLowerCase().includes(needle.toLowerCase()))) {
    const hint = <GoKeys letter={page.key} />;
    entries.push({
      value: `page ${page.path}`,
      group: 'Pages',
      icon: page.icon,
      label: page.label,
      hint,
      href: hrefOf(page, slug),
    });
  }
  if (transactionLike.test(needle)) {
    const href = `${base}/activity?range=90d&transaction=${encodeURIComponent(needle)}`;
    entries.push({
      value: 'transaction',
      group: 'Runs',
      icon: Hash,
      label: `Runs of transaction “${needle}”`,
      href,
    });
  }
  return { entries, isFetching: people.isFetching || workflows.isFetching };
}

/** Places within pages that people often look for. */
const shortcuts = [
  { label: 'New workflow', path: 'workflows?new=true', icon: Plus },
  { label: 'Workflows with issues', path: 'workflows?status=ERROR', icon: TriangleAlert },
] as const;

/** A single word with a digit that is too long for a name. */
const transactionLike = /^(?=.*\d)[^\s@+]{8,}$/;

function GoKeys({ letter }: { letter: string }) {
  return (
    <span className="flex gap-0.5">
      <Kbd>g</Kbd>
      <Kbd>{letter}</Kbd>
    </span>
  );
}
