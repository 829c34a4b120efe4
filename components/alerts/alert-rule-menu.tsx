import { useMutation } from '@tanstack/react-query';
import { CirclePause, CirclePlay, Pencil, Send, Trash2 } from 'lucide-react';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import { confirm } from '#components/form/confirm.tsx';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { ActionsMenu } from '#components/ui/actions-menu.tsx';
import { DropdownMenuSeparator } from '#components/ui/dropdown-menu.tsx';
import { MenuAction } from '#components/ui/menu-action.tsx';
import { notify } from '#components/ui/notify.ts';
import { useOpened } from '#components/ui/use-opened.ts';
import { alertMutations } from '#lib/alerts/client.ts';
import type { AlertRule } from '#lib/alerts/schema.ts';

const AlertRuleDialog = dynamic(() => import('./alert-rule-dialog.tsx').then((module) => module.AlertRuleDialog), {
  ssr: false,
});

/** The actions on an alert rule. */
export function AlertRuleMenu({ rule }: { rule: AlertRule }) {
  const { id } = useEnvironment();
  const update = useMutation({
    ...alertMutations.update(id),
    onSuccess: ({ name, active }) => notify.done(`${name} ${active ? 'resumed' : 'paused'}`),
    onError: (error) => notifyFailure(error, `${rule.name} was not changed`),
  });
  const remove = useMutation(alertMutations.remove(id));
  const test = useMutation({
    ...alertMutations.test(id),
    onSuccess: ({ outcome, message }) =>
      outcome === 'failed'
        ? notify.failed('Test alert not sent', { description: message })
        : notify.done(
            outcome === 'sandboxed' ? 'Test alert accepted in sandbox mode' : `Test alert sent to ${rule.to}`,
          ),
    onError: (error) => notifyFailure(error, 'Test alert not sent'),
  });
  const [editing, setEditing] = useState(false);
  const hasEdited = useOpened(editing);
  const send = () => test.mutate(rule._id);
  const toggle = () => update.mutate({ ruleId: rule._id, active: !rule.active });
  const ask = () =>
    void confirm({
      title: `Delete ${rule.name}?`,
      body: 'Belfry stops watching the condition. The alerts of the rule stay in the history.',
      action: 'Delete rule',
      danger: true,
      run: () => remove.mutateAsync(rule._id),
    });
  return (
    <>
      <ActionsMenu name={rule.name} denied={undefined}>
        <MenuAction icon={Pencil} onSelect={() => setEditing(true)}>
          Edit…
        </MenuAction>
        <MenuAction icon={Send} onSelect={send}>
          Send a test
        </MenuAction>
        <MenuAction icon={rule.active ? CirclePause : CirclePlay} onSelect={toggle}>
          {rule.active ? 'Pause' : 'Resume'}
        </MenuAction>
        <DropdownMenuSeparator />
        <MenuAction icon={Trash2} onSelect={ask}>
          Delete…
        </MenuAction>
      </ActionsMenu>
      {hasEdited && <AlertRuleDialog rule={rule} open={editing} onOpenChange={setEditing} />}
    </>
  );
}
