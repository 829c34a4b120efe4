'use client';

import { useMutation } from '@tanstack/react-query';
import { confirm } from '#components/form/confirm.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { useEditor } from './editor-context.tsx';

const HELP =
  'Use this for sign-in codes and the like. Payload, content and providers’ responses are withheld in the dashboard, also for earlier runs. Owners, admins and developers may reveal one run or message at a time, which is recorded.';

/**
 * Marks the workflow as sensitive. Unlike other settings, the mark is not part of a version, so it applies immediately.
 */
export function SensitiveSetting() {
  const environment = useEnvironment();
  const { workflow, readOnly } = useEditor();
  const patch = useMutation(workflowMutations.patch(environment.id));
  const set = (isSensitive: boolean) => patch.mutateAsync({ workflowId: workflow.workflowId, body: { isSensitive } });
  const change = async (isSensitive: boolean) => {
    if (readOnly !== undefined) return notify.failed(readOnly);
    const done = await confirm({
      title: isSensitive
        ? `Withhold the content of ${workflow.name}?`
        : `Show the content of ${workflow.name} from now on?`,
      body: isSensitive
        ? 'This applies immediately to all runs and messages of the workflow. API keys still get everything.'
        : 'Every member can then read the payloads and messages of this workflow that are triggered from now on. Earlier runs stay withheld.',
      action: isSensitive ? 'Withhold content' : 'Show content',
      danger: !isSensitive,
      run: () => set(isSensitive),
    });
    if (done) notify.done(isSensitive ? 'The content is withheld' : 'The content is shown from now on');
  };
  return (
    <SwitchField
      label="Sensitive content"
      help={HELP}
      checked={workflow.isSensitive === true}
      onChange={(checked) => void change(checked)}
    />
  );
}
