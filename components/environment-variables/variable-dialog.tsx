'use client';

import { useMutation } from '@tanstack/react-query';
import { z } from 'zod';
import { Form } from '#components/form/form.tsx';
import { useSession } from '#components/layout/session.tsx';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { notify } from '#components/ui/notify.ts';
import { environmentVariableMutations } from '#lib/environment-variables/client.ts';
import { CreateEnvironmentVariableBody, type EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import { VariableFields } from './variable-fields.tsx';
import { changedValues, enteredValues, type VariableForm, valueIn } from './variable-rows.ts';

const form = z.object({
  key: CreateEnvironmentVariableBody.shape.key,
  isSecret: z.boolean(),
  values: z.record(z.string(), z.string()),
  removed: z.array(z.string()),
});

interface Props {
  /** The variable that is edited. Undefined for a new variable. */
  variable: EnvironmentVariable | undefined;
  /** The suggested key of a new variable. */
  newKey: string;
  /** The slug of the environment whose value gets the focus. */
  focus: string | null;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Creates or changes a variable. */
export function VariableDialog({ variable, newKey, focus, open, onOpenChange }: Props) {
  const { environments } = useSession();
  const create = useMutation(environmentVariableMutations.create());
  const update = useMutation(environmentVariableMutations.update());
  const submit = async (values: VariableForm) => {
    const { key, isSecret } = values;
    if (variable) {
      const changed = { key, isSecret, values: changedValues(variable, values) };
      await update.mutateAsync({ variableKey: variable.key, ...changed });
    } else await create.mutateAsync({ key, isSecret, type: 'string', values: enteredValues(values) });
    onOpenChange(false);
    notify.done(`${key} was ${variable ? 'saved' : 'created'}`);
  };
  const stored = (id: string) => (variable && !variable.isSecret ? (valueIn(variable, id) ?? '') : '');
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={variable ? `Edit ${variable.key}` : 'New variable'}
        description="One key for all environments, with a value in each."
      >
        <Form
          schema={form}
          defaultValues={{
            key: variable?.key ?? newKey,
            isSecret: variable?.isSecret ?? false,
            values: Object.fromEntries(environments.map(({ _id }) => [_id, stored(_id)])),
            removed: [],
          }}
          submit={variable ? 'Save variable' : 'Create variable'}
          onSubmit={submit}
          onCancel={() => onOpenChange(false)}
        >
          <VariableFields variable={variable} focus={focus} />
        </Form>
      </DialogContent>
    </Dialog>
  );
}
