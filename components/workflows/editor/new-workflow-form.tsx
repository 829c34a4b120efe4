'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useFormContext } from 'react-hook-form';
import { Form } from '#components/form/form.tsx';
import { useSandboxesFor } from '#components/integrations/use-sandboxes.ts';
import { useEnvironment } from '#components/layout/session.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { TEMPLATES, type WorkflowTemplate } from '#lib/steps/workflow-templates.ts';
import { slugify } from '#lib/text/slug.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { newStep, stepChoices } from './new-step.ts';
import { NewWorkflowValues } from './new-workflow-values.ts';
import { StartChoice } from './start-choice.tsx';

export function NewWorkflowForm({ onDone }: { onDone: () => unknown }) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const create = useMutation(workflowMutations.create(id));
  const addSandboxes = useSandboxesFor();
  const submit = async ({ name, workflowId, start }: NewWorkflowValues) => {
    const named = { name: name.trim(), workflowId: workflowId.trim(), active: false };
    const template = templateOf(start);
    if (template) await addSandboxes(template.body.steps.map(({ type }) => type));
    const made = await create.mutateAsync({ ...contentOf(start), ...named });
    await onDone();
    router.push(workflowAddress(base, made.workflowId, { step: made.steps[0]?.stepId }));
  };
  return (
    <Form
      schema={NewWorkflowValues}
      defaultValues={{ name: '', workflowId: '', start: 'email' }}
      submit="Create workflow"
      onSubmit={submit}
      onCancel={onDone}
    >
      <Names />
      <StartChoice />
    </Form>
  );
}

function templateOf(start: string): WorkflowTemplate | undefined {
  return TEMPLATES.find(({ body }) => body.workflowId === start);
}

/** Returns the content of the chosen template, or the first step. */
function contentOf(start: string): { steps: WorkflowTemplate['body']['steps'] } {
  const template = templateOf(start);
  if (template) return template.body;
  const type = stepChoices.find((each) => each === start);
  if (type === undefined) return { steps: [] };
  const { name, stepId, controls } = newStep(type, []);
  return { steps: [{ name, stepId, type, controlValues: controls }] };
}

/** Name and identifier. The identifier follows the name until the user types an identifier. */
function Names() {
  const { register, formState, setValue, getFieldState } = useFormContext<NewWorkflowValues>();
  const follow = ({ target }: { target: { value: string } }) => {
    if (getFieldState('workflowId').isDirty) return;
    setValue('workflowId', slugify(target.value), { shouldDirty: false, shouldValidate: formState.isSubmitted });
  };
  return (
    <>
      <Field label="Name" error={formState.errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...register('name', { onChange: follow })}
            autoComplete="off"
            placeholder="Order shipped"
          />
        )}
      </Field>
      <Field
        label="Identifier"
        help="Your code triggers the workflow by this identifier. It cannot be changed later."
        error={formState.errors.workflowId?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('workflowId')}
            autoComplete="off"
            spellCheck={false}
            placeholder="order-shipped"
            className="font-mono text-xs"
          />
        )}
      </Field>
    </>
  );
}
