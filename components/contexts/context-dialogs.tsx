'use client';

import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Form, TextField } from '#components/form/form.tsx';
import { useEnvironment } from '#components/layout/session.tsx';
import { cn } from '#components/ui/cn.ts';
import { Dialog, DialogContent } from '#components/ui/dialog.tsx';
import { Field } from '#components/ui/field.tsx';
import { inputClass } from '#components/ui/input.tsx';
import { contextMutations } from '#lib/contexts/client.ts';
import type { Context } from '#lib/contexts/schema.ts';
import { isObject, type JsonObject } from '#lib/json/values.ts';
import { contextAddress, contextKey } from './address.ts';

const json = z
  .string()
  .refine((text) => objectIn(text) !== undefined, 'Must be a JSON object, such as {"plan": "pro"}');
const edited = z.object({ data: json });
const created = edited.extend({
  type: z.string().trim().min(1, 'Enter a type, such as tenant').max(128, 'At most 128 characters'),
  id: z.string().trim().min(1, 'Enter your product’s ID for the context').max(255, 'At most 255 characters'),
});

/** Creates a context and opens its page. */
export function NewContextDialog({ onClose }: { onClose: () => void }) {
  const { id: environmentId, base } = useEnvironment();
  const router = useRouter();
  const create = useMutation(contextMutations.create(environmentId));
  const submit = async ({ type, id, data }: z.infer<typeof created>) => {
    await create.mutateAsync({ type, id, data: objectIn(data) ?? {} });
    // The dialog disappears with its page. Closing it would change the URL and undo this navigation.
    router.push(contextAddress(base, { type, id }));
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="New context"
        description="Runs, preferences and subscriptions refer to the context by type and ID."
      >
        <Form
          schema={created}
          defaultValues={{ type: '', id: '', data: '' }}
          submit="Create context"
          onSubmit={submit}
          onCancel={onClose}
        >
          <TextField name="type" label="Type" placeholder="tenant" autoComplete="off" spellCheck={false} />
          <TextField
            name="id"
            label="ID"
            help="Type and ID cannot be changed later."
            placeholder="acme"
            autoComplete="off"
            spellCheck={false}
          />
          <DataField />
        </Form>
      </DialogContent>
    </Dialog>
  );
}

/** Replaces the data of a context. */
export function EditContextDialog({ context, onClose }: { context: Context; onClose: () => void }) {
  const update = useMutation(contextMutations.update(useEnvironment().id));
  const { type, id } = context;
  const submit = async ({ data }: z.infer<typeof edited>) => {
    await update.mutateAsync({ type, id, data: objectIn(data) ?? {} });
    onClose();
  };
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={`Edit the data of ${contextKey(context)}`}
        description="Unfinished runs with this context read the new data."
      >
        <Form
          schema={edited}
          defaultValues={{ data: textOf(context.data) }}
          submit="Save data"
          onSubmit={submit}
          onCancel={onClose}
        >
          <DataField />
        </Form>
      </DialogContent>
    </Dialog>
  );
}

function DataField() {
  const { register, formState } = useFormContext<z.infer<typeof edited>>();
  return (
    <Field
      label="Data"
      help="A JSON object. Templates read it as context.<type>.data."
      error={formState.errors.data?.message}
    >
      {(control) => (
        <textarea
          {...control}
          {...register('data')}
          rows={8}
          spellCheck={false}
          placeholder='{"plan": "pro"}'
          className={cn(inputClass, 'h-auto py-1.5 font-mono text-xs')}
        />
      )}
    </Field>
  );
}

function textOf(data: JsonObject): string {
  return Object.keys(data).length > 0 ? JSON.stringify(data, null, 2) : '';
}

/** Returns the object in a JSON text; an empty text is an empty object. Undefined for anything else. */
function objectIn(text: string): JsonObject | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) && !Array.isArray(value) ? (value as JsonObject) : undefined;
  } catch {
    return undefined;
  }
}
