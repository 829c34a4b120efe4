/** The fields that the dialogs of layouts share. */
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { slugify } from '#lib/text/slug.ts';

export const nameSchema = z
  .string()
  .trim()
  .min(1, 'Enter a name that people recognise')
  .max(255, 'At most 255 characters');

export const identifierSchema = z
  .string()
  .trim()
  .min(1, 'Enter an identifier that steps and your code can use')
  .max(255, 'At most 255 characters')
  .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'Letters, digits, ".", "_" and "-", starting with a letter or digit');

/** Name and identifier. The identifier follows the name until the user types an identifier. */
export function LayoutNames() {
  const { register, formState, setValue, getFieldState } = useFormContext<{ name: string; layoutId: string }>();
  const follow = ({ target }: { target: { value: string } }) => {
    if (getFieldState('layoutId').isDirty) return;
    setValue('layoutId', slugify(target.value), { shouldDirty: false, shouldValidate: formState.isSubmitted });
  };
  return (
    <>
      <Field label="Name" error={formState.errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name', { onChange: follow })} autoComplete="off" placeholder="Receipts" />
        )}
      </Field>
      <Field
        label="Identifier"
        help="Steps and your code refer to the layout by this identifier. It cannot be changed later."
        error={formState.errors.layoutId?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...register('layoutId')}
            autoComplete="off"
            spellCheck={false}
            placeholder="receipts"
            className="font-mono text-xs"
          />
        )}
      </Field>
    </>
  );
}
