'use client';

import { useMutation } from '@tanstack/react-query';
import { notifyFailure } from '#components/form/notify-failure.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { Field } from '#components/ui/field.tsx';
import { notify } from '#components/ui/notify.ts';
import { Select } from '#components/ui/select.tsx';
import { resendLimitText } from '#components/workflows/resend-limit-text.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { useEditor } from './editor-context.tsx';

const HOURS = [1, 6, 24, 72, 168, 720];
const HELP =
  'Use this for messages that expire, such as codes and reminders. After this time, a failed step cannot be retried, a message cannot be sent again, and the run cannot be recovered. A change applies immediately, also to earlier runs.';

/**
 * Sets the time after which nothing is sent again. Unlike the other settings, it applies immediately: no version
 * contains it.
 */
export function ResendLimitSetting() {
  const environment = useEnvironment();
  const { workflow, readOnly } = useEditor();
  const patch = useMutation({
    ...workflowMutations.patch(environment.id),
    onSuccess: (_workflow, { body }) =>
      notify.done(body.resendWithinHours === null ? 'The limit is removed' : 'The limit applies'),
    onError: (error) => notifyFailure(error, 'The limit could not be changed'),
  });
  const current = workflow.resendWithinHours;
  const hours = [...new Set([...HOURS, ...(current === undefined ? [] : [current])])].sort((one, other) => one - other);
  const options = [
    { value: '', label: 'No limit' },
    ...hours.map((each) => ({ value: String(each), label: resendLimitText(each) })),
  ];
  const set = (value: string) => {
    const body = { resendWithinHours: value === '' ? null : Number(value) };
    patch.mutate({ workflowId: workflow.workflowId, body });
  };
  return (
    <Field label="Nothing is sent again after" help={HELP}>
      {({ id }) => (
        <Select
          id={id}
          value={current === undefined ? '' : String(current)}
          disabled={readOnly !== undefined || patch.isPending}
          options={options}
          onChange={set}
          className="w-40"
        />
      )}
    </Field>
  );
}
