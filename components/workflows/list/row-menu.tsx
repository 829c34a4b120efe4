'use client';

import type { LucideIcon } from 'lucide-react';
import { CopyPlus, Hash, Pause, Play, Rocket, StepForward, Trash2, Zap } from 'lucide-react';
import { useSession, useWhyNot } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { copyAndNotify } from '#components/ui/copy-button.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { Kbd } from '#components/ui/kbd.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import type { WorkflowListItem } from '#lib/workflows/schema.ts';
import { type RowAction, useList } from './list-context.tsx';

/** The actions on a workflow without opening it. */
export function RowMenu({ workflow }: { workflow: WorkflowListItem }) {
  const { menu, openMenu, action } = useList();
  const denied = useWhyNot('workflows:write');
  const mayTrigger = useWhyNot('events:trigger');
  const alone = useSession().environments.length < 2;
  const item = (name: RowAction, icon: LucideIcon, label: string, reason = denied) => (
    <MenuAction icon={icon} reason={reason} onSelect={() => action(name, workflow)}>
      {label}
    </MenuAction>
  );
  return (
    <ActionsMenu
      name={workflow.name}
      denied={denied}
      open={menu === workflow._id}
      onOpenChange={(open) => openMenu(open ? workflow._id : undefined)}
    >
      {workflow.status === 'INACTIVE' ? item('activate', Play, 'Activate') : item('pause', Pause, 'Pause…')}
      {item('dry-run', StepForward, 'Dry run…', mayTrigger)}
      {item('trigger', Zap, 'Trigger…', mayTrigger)}
      {item('duplicate', CopyPlus, 'Duplicate…')}
      {item('publish', Rocket, 'Publish…', denied ?? (alone ? 'There is no other environment' : undefined))}
      <MenuAction icon={Hash} onSelect={() => void copyAndNotify('identifier', workflow.workflowId)}>
        Copy identifier
      </MenuAction>
      <DropdownMenuSeparator />
      {item('delete', Trash2, 'Delete…')}
      <p className="flex items-center gap-1.5 px-2 pt-2 pb-1 text-xs text-faint pointer-coarse:hidden">
        <Kbd>.</Kbd> opens this menu, <Kbd>x</Kbd> selects the row
      </p>
    </ActionsMenu>
  );
}
