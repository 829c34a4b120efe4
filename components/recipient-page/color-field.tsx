import { useFormContext } from 'react-hook-form';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import type { LookForm } from './look-form.ts';

/** The colour of Belfry's own page, which the browser's picker starts with. */
const DEFAULT = '#1f5f4a';

/** A colour, typed as a hex code or chosen. */
export function ColorField() {
  const { register, watch, setValue, formState } = useFormContext<LookForm>();
  const color = watch('color');
  const shown = /^#[0-9a-f]{6}$/i.test(color) ? color : DEFAULT;
  return (
    <Field
      label="Colour"
      help="Used for buttons and links. Belfry chooses the text colour, and darkens or lightens links, so that everything is readable."
      error={formState.errors.color?.message}
    >
      {(control) => (
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label="Choose a colour"
            value={shown}
            onChange={({ target }) => setValue('color', target.value, { shouldDirty: true, shouldValidate: true })}
            className="control w-12 shrink-0 cursor-pointer rounded-md border border-line-strong bg-surface p-1"
          />
          <Input
            {...control}
            {...register('color')}
            autoComplete="off"
            spellCheck={false}
            placeholder={DEFAULT}
            className="font-mono text-xs"
          />
        </div>
      )}
    </Field>
  );
}
