'use client';

import { Activity, Ellipsis, Trash2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useEnvironment } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '#components/ui/dropdown-menu.tsx';
import { useWorkflowActs } from '../list/use-workflow-acts.tsx';
import { useEditor } from './editor-context.tsx';

/** What can be done with the whole workflow. */
export function EditorMenu() {
  const { workflow, readOnly } = useEditor();
  const { base } = useEnvironment();
  const router = useRouter();
  const acts = useWorkflowActs();
  const remove = async () => (await acts.remove([workflow])) && router.push(`${base}/workflows`);
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="icon" variant="ghost" aria-label="More">
          <Ellipsis aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <DropdownMenuItem onSelect={() => router.push(`${base}/activity?range=7d&workflow=${workflow._id}`)}>
          <Activity aria-hidden />
          Events of the last 7 days
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem disabled={readOnly !== undefined} onSelect={() => void remove()}>
          <Trash2 aria-hidden />
          Delete…
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
