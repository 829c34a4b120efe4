'use client';

import { CopyPlus, Ellipsis, type LucideIcon, Pencil, Star, Trash2 } from 'lucide-react';
import { useWhyNot } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import type { Layout } from '#lib/layouts/schema.ts';
import { useLayoutAct } from './layout-acts.tsx';

/** What can be done with a layout as a whole. */
export function LayoutMenu({ layout }: { layout: Layout }) {
  const act = useLayoutAct();
  const denied = useWhyNot('workflows:write');
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          variant="ghost"
          size="icon"
          className="h-7 data-[state=open]:bg-pressed pointer-coarse:h-9"
          aria-label={`Actions for ${layout.name}`}
        >
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end" className="max-w-64">
        {denied && <p className="px-2 pt-1.5 pb-2 text-xs text-pretty text-muted">{denied}</p>}
        <Item icon={Pencil} label="Rename…" reason={denied} onSelect={() => act('rename', layout)} />
        <Item icon={CopyPlus} label="Duplicate…" reason={denied} onSelect={() => act('duplicate', layout)} />
        <Item
          icon={Star}
          label="Make default…"
          reason={denied ?? (layout.isDefault ? 'It is the default layout.' : undefined)}
          onSelect={() => act('setDefault', layout)}
        />
        <DropdownMenuSeparator />
        <Item icon={Trash2} label="Delete…" reason={denied} onSelect={() => act('delete', layout)} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

interface ItemProps {
  icon: LucideIcon;
  label: string;
  /** Why it cannot be done. */
  reason: string | undefined;
  onSelect: () => void;
}

function Item({ icon: Icon, label, reason, onSelect }: ItemProps) {
  return (
    <DropdownMenuItem
      aria-disabled={reason ? true : undefined}
      aria-description={reason}
      data-tip={reason}
      className={reason && 'cursor-not-allowed text-faint'}
      onSelect={(event) => (reason ? event.preventDefault() : onSelect())}
    >
      <Icon aria-hidden className={reason ? undefined : 'text-muted'} />
      {label}
    </DropdownMenuItem>
  );
}
