'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Form } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { stepTypes } from '#components/status/step-types.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import type { WorkflowStepType } from '#lib/steps/index.ts';
import { slugify } from '#lib/text/slug.ts';
import { workflowAddress } from '#lib/workflows/address.ts';
import { workflowMutations } from '#lib/workflows/client.ts';
import { newStep, stepChoices, stepPurposes } from './new-step.ts';

const schema = z.object({
  name: z.string().trim().min(1, 'Enter a name that people recognise').max(255),
  workflowId: z.string().trim().min(1, 'Your code triggers the workflow by this').max(255),
  firstStep: z.enum(['', ...stepChoices]),
});
type Values = z.infer<typeof schema>;

export function NewWorkflowForm({ onDone }: { onDone: () => unknown }) {
  const { id, base } = useEnvironment();
  const router = useRouter();
  const create = useMutation(workflowMutations.create(id));
  const submit = async ({ name, workflowId, firstStep }: Values) => {
    const steps = firstStep ? [writable(firstStep)] : [];
    const made = await create.mutateAsync({ name: name.trim(), workflowId: workflowId.trim(), active: false, steps });
    await onDone();
    router.push(workflowAddress(base, made.workflowId, { step: made.steps[0]?.stepId }));
  };
  return (
    <Form
      schema={schema}
      defaultValues={{ name: '', workflowId: '', firstStep: 'email' }}
      submit="Create workflow"
      onSubmit={submit}
      onCancel={onDone}
    >
      <Names />
      <FirstStep />
    </Form>
  );
}

function writable(type: WorkflowStepType) {
  const { name, stepId, controls } = newStep(type, []);
  return { name, stepId, type, controlValues: controls };
}

/** Name and identifier. The identifier follows the name until the user types one. */
function Names() {
  const { register, formState, setValue, getFieldState } = useFormContext<Values>();
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

function FirstStep() {
  const { register } = useFormContext<Values>();
  const help = useId();
  return (
    <fieldset aria-describedby={help}>
      <legend className="text-xs font-medium">First step</legend>
      <p id={help} className="mb-2 text-xs text-faint">
        More can be added, moved and deleted at any time.
      </p>
      <div className="grid grid-cols-2 gap-1.5 max-sm:grid-cols-1">
        {stepChoices.map((type) => {
          const { icon: Icon, label } = stepTypes[type];
          return (
            <label key={type} className={choiceClass}>
              <input type="radio" value={type} {...register('firstStep')} className="sr-only" />
              <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-muted" />
              <span className="min-w-0">
                <span className="block font-medium">{label}</span>
                <span className="block text-xs text-faint">{stepPurposes[type]}</span>
              </span>
            </label>
          );
        })}
        <label className={choiceClass}>
          <input type="radio" value="" {...register('firstStep')} className="sr-only" />
          <span className="font-medium">None yet</span>
        </label>
      </div>
    </fieldset>
  );
}

const choiceClass =
  'relative flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-2.5 py-2 transition-colors hover:bg-hover ' +
  'has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ' +
  'has-focus-visible:outline-accent';
