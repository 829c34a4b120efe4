'use client';

import { Braces, Pencil, Trash2 } from 'lucide-react';
import { useQueryStates } from 'nuqs';
import { useWhyNot } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { copyAndNotify } from '#components/ui/copy-button.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import type { EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import { useDeleteVariable } from './use-delete-variable.tsx';
import { variablesParsers } from './variables-query.ts';

/** The actions on a variable. */
export function VariableMenu({ variable }: { variable: EnvironmentVariable }) {
  const { key } = variable;
  const [, setQuery] = useQueryStates(variablesParsers);
  const denied = useWhyNot('environment-variables:write');
  const askToDelete = useDeleteVariable(variable);
  return (
    <ActionsMenu name={key} denied={denied}>
      <MenuAction
        icon={Pencil}
        reason={denied}
        onSelect={() => void setQuery({ variable: key, in: null }, { history: 'push' })}
      >
        Edit…
      </MenuAction>
      <MenuAction icon={Braces} onSelect={() => void copyAndNotify('Template', `{{ env.${key} }}`)}>
        Copy for templates
      </MenuAction>
      <DropdownMenuSeparator />
      <MenuAction icon={Trash2} reason={denied} onSelect={() => void askToDelete()}>
        Delete…
      </MenuAction>
    </ActionsMenu>
  );
}
