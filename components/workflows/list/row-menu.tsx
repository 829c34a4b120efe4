'use client';

import type { LucideIcon } from 'lucide-react';
import { CopyPlus, Ellipsis, Hash, Pause, Play, SquareArrowOutUpRight, Trash2 } from 'lucide-react';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { writeClipboard } from '#components/ui/copy-button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { MenuAct } from '#components/ui/menu-act.tsx';
import { notify } from '#components/ui/notify.ts';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { type RowAct, useList } from './list-context.tsx';

/** What can be done with a workflow without opening it. */
export function RowMenu({ workflow }: { workflow: WorkflowListItem }) {
  const { menu, openMenu, act } = useList();
  const denied = useWhyNot('workflows:write');
  const alone = useSession().environments.length < 2;
  const item = (name: RowAct, icon: LucideIcon, label: string, reason = denied) => (
    <MenuAct icon={icon} reason={reason} onSelect={() => act(name, workflow)}>
      {label}
    </MenuAct>
  );
  return (
    <DropdownMenu open={menu === workflow._id} onOpenChange={(open) => openMenu(open ? workflow._id : undefined)}>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="h-7 data-[state=open]:bg-pressed pointer-coarse:h-9"
          aria-label={`Actions for ${workflow.name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-64">
        {denied && <p className="px-2 pt-1.5 pb-2 text-xs text-pretty text-muted">{denied}</p>}
        {workflow.status === 'INACTIVE' ? item('activate', Play, 'Activate') : item('pause', Pause, 'Pause…')}
        {item('duplicate', CopyPlus, 'Duplicate…')}
        {item(
          'copy',
          SquareArrowOutUpRight,
          'Copy to environment…',
          denied ?? (alone ? 'There is no other environment' : undefined),
        )}
        <MenuAct icon={Hash} onSelect={() => void copyIdentifier(workflow.workflowId)}>
          Copy identifier
        </MenuAct>
        <DropdownMenuSeparator />
        {item('delete', Trash2, 'Delete…')}
        <p className="flex items-center gap-1.5 px-2 pt-2 pb-1 text-xs text-faint pointer-coarse:hidden">
          <Kbd>.</Kbd> opens this on a row, <Kbd>x</Kbd> selects it
        </p>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

async function copyIdentifier(identifier: string): Promise<void> {
  const copied = (await writeClipboard(identifier)) === 'copied';
  if (copied) notify.done('Identifier copied', { description: identifier });
  else notify.failed('The browser refused to copy', { description: `The identifier is ${identifier}` });
}
