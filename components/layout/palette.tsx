'use client';

import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { CornerDownLeft, Hash, Search, User, Workflow } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useDeferredValue, useState } from 'react';
import { cn } from '#components/ui/cn.ts';
import { Kbd } from '#components/ui/kbd.tsx';
import { menuItemClass, menuLabelClass } from '#components/ui/menu-classes.ts';
import { nameOf } from '#lib/subscribers/name.ts';
import { workflowQueries } from '#lib/workflows/client.ts';
import { hrefOf, navigationItems } from './navigation.ts';
import { useEnvironment } from './session.tsx';
import { useSubscriberSearch } from './use-subscriber-search.ts';

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Pages, people and workflows by what one remembers of them. Loaded when first opened. */
export function Palette({ open, onOpenChange }: Props) {
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-scrim animate-fade-in" />
        <Primitive.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl bg-raised shadow-float outline-none animate-pop-in"
        >
          <Primitive.Title className="sr-only">Search</Primitive.Title>
          <PaletteBody onDone={() => onOpenChange(false)} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function PaletteBody({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState('');
  const needle = useDeferredValue(text.trim());
  const router = useRouter();
  const environment = useEnvironment();
  const people = useSubscriberSearch(environment.id, needle);
  const workflows = useQuery({
    ...workflowQueries.list(environment.id, { query: needle, limit: 5 }),
    enabled: needle.length > 1,
  });
  const go = (href: string) => () => {
    onDone();
    router.push(href);
  };
  const pages = navigationItems.filter((item) => item.label.toLowerCase().includes(needle.toLowerCase()));
  return (
    <Command shouldFilter={false} loop label="Search">
      <div className="flex items-center gap-2 border-b border-line px-3">
        <Search aria-hidden className="size-4 shrink-0 text-faint" />
        <Command.Input
          value={text}
          onValueChange={setText}
          placeholder="Name, e-mail, phone, id, workflow or page"
          className="h-12 flex-1 bg-transparent text-base outline-none placeholder:text-faint"
        />
        <Kbd>Esc</Kbd>
      </div>
      <Command.List className="max-h-[min(420px,60vh)] overflow-y-auto p-1.5">
        <Command.Empty className="px-3 py-8 text-center text-muted">
          {people.isFetching ? 'Searching…' : `Nothing in ${environment.name} matches “${needle}”.`}
        </Command.Empty>
        <Group heading="People">
          {people.data.map((person) => (
            <Item
              key={person.subscriberId}
              value={`person ${person.subscriberId}`}
              icon={<User aria-hidden />}
              hint={person.email ?? person.phone ?? person.subscriberId}
              onSelect={go(`${environment.base}/subscribers/${encodeURIComponent(person.subscriberId)}`)}
            >
              {nameOf(person)}
            </Item>
          ))}
        </Group>
        <Group heading="Workflows">
          {needle.length > 1 &&
            workflows.data?.workflows.map((workflow) => (
              <Item
                key={workflow._id}
                value={`workflow ${workflow._id}`}
                icon={<Workflow aria-hidden />}
                hint={workflow.workflowId}
                onSelect={go(`${environment.base}/workflows/${workflow.workflowId}`)}
              >
                {workflow.name}
              </Item>
            ))}
        </Group>
        <Group heading="Pages">
          {pages.map((item) => (
            <Item
              key={item.path}
              value={`page ${item.path}`}
              icon={<item.icon aria-hidden />}
              hint={<GoKeys letter={item.key} />}
              onSelect={go(hrefOf(item, environment.slug))}
            >
              {item.label}
            </Item>
          ))}
        </Group>
        {needle.length > 5 && (
          <Group heading="Events">
            <Item
              value="transaction"
              icon={<Hash aria-hidden />}
              onSelect={go(`${environment.base}/activity?range=90d&transaction=${encodeURIComponent(needle)}`)}
            >
              Events with transaction id “{needle}”
            </Item>
          </Group>
        )}
      </Command.List>
    </Command>
  );
}

function Group({ heading, children }: { heading: string; children: ReactNode }) {
  const empty = !children || (Array.isArray(children) && children.length === 0);
  if (empty) return null;
  return (
    <Command.Group heading={<span className={cn(menuLabelClass, 'block')}>{heading}</span>}>{children}</Command.Group>
  );
}

interface ItemProps {
  value: string;
  icon: ReactNode;
  hint?: ReactNode;
  onSelect: () => void;
  children: ReactNode;
}

function Item({ value, icon, hint, onSelect, children }: ItemProps) {
  return (
    <Command.Item value={value} onSelect={onSelect} className={cn(menuItemClass, 'group [&>svg]:text-muted')}>
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      <span className="min-w-0 max-w-[45%] truncate text-xs text-faint">{hint}</span>
      <CornerDownLeft aria-hidden className="hidden size-3.5! text-faint group-data-[selected=true]:block" />
    </Command.Item>
  );
}

function GoKeys({ letter }: { letter: string }) {
  return (
    <span className="flex gap-0.5">
      <Kbd>g</Kbd>
      <Kbd>{letter}</Kbd>
    </span>
  );
}
