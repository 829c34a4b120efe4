'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { SwitchField } from '#components/form/switch-field.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { notify } from '#components/ui/notify.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { useEditor } from './editor-context.tsx';

const HELP =
  'Tracking must also be on for the environment (settings, Recipient page). Critical workflows and workflows with sensitive content are never tracked.';

/**
 * Turns the tracking of the workflow’s emails on or off. The setting is not part of a version, so it applies
 * immediately to the next emails.
 */
export function TrackedSetting() {
  const environment = useEnvironment();
  const { workflow, readOnly } = useEditor();
  const patch = useMutation(workflowMutations.patch(environment.id));
  const change = async (isTracked: boolean) => {
    if (readOnly !== undefined) return notify.failed(readOnly);
    try {
      await patch.mutateAsync({ workflowId: workflow.workflowId, body: { isTracked } });
      notify.done(isTracked ? 'Openings and clicks are tracked' : 'Openings and clicks are no longer tracked');
    } catch (error) {
      notifyFailure(error, 'Tracking was not changed');
    }
  };
  return (
    <SwitchField
      label="Track openings and clicks"
      help={HELP}
      checked={workflow.isTracked === true}
      onChange={(checked) => void change(checked)}
    />
  );
}
