/** The fields that the dialogs of environments share. */
import { useFormContext } from 'react-hook-form';
import { z } from 'zod';
import { FormSwitch } from '#components/form/form.tsx';
import { environmentColors } from '#components/layout/environment-dot.tsx';
import { cn } from '#components/ui/cn.ts';
import { Field } from '#components/ui/field.tsx';
import { Input } from '#components/ui/input.tsx';
import { RadioTile } from '#components/ui/radio-tile.tsx';
import { COLORS } from '#lib/environments/colors.ts';
import { EnvironmentName, EnvironmentSlug, SLUG_MAX_LENGTH } from '#lib/environments/schema.ts';
import { slugify } from '#lib/text/slug.ts';

export const environmentForm = z.object({
  name: EnvironmentName,
  slug: EnvironmentSlug,
  color: z.enum(COLORS),
  isProduction: z.boolean(),
});
export type EnvironmentForm = z.infer<typeof environmentForm>;

interface Props {
  /** Whether the address follows the name until the user types an address. */
  isNew?: boolean;
}

export function EnvironmentFields({ isNew = false }: Props) {
  const { register, formState, setValue, getFieldState } = useFormContext<EnvironmentForm>();
  const follow = ({ target }: { target: { value: string } }) => {
    if (!isNew || getFieldState('slug').isDirty) return;
    const slug = slugify(target.value).slice(0, SLUG_MAX_LENGTH).replace(/-$/, '') || 'environment';
    setValue('slug', target.value.trim() && slug, { shouldDirty: false, shouldValidate: formState.isSubmitted });
  };
  return (
    <>
      <Field label="Name" error={formState.errors.name?.message}>
        {(control) => (
          <Input {...control} {...register('name', { onChange: follow })} autoComplete="off" placeholder="Staging" />
        )}
      </Field>
      <Field
        label="Address"
        help={
          isNew
            ? 'The addresses of the environment’s pages start with this text.'
            : 'The addresses of the environment’s pages start with this text. A change breaks links to these pages.'
        }
        error={formState.errors.slug?.message}
      >
        {({ 'aria-describedby': described, ...control }) => (
          <div className="flex items-center gap-1.5">
            <span aria-hidden className="font-mono text-faint">
              /
            </span>
            <Input
              {...control}
              aria-describedby={described}
              {...register('slug')}
              autoComplete="off"
              spellCheck={false}
              placeholder="staging"
              className="font-mono text-xs"
            />
          </div>
        )}
      </Field>
      <ColorChoice />
      <FormSwitch
        name="isProduction"
        label="Production"
        help="Messages of the environment reach real people. The dashboard marks the environment on every page and warns before changes."
      />
    </>
  );
}

function ColorChoice() {
  const { register } = useFormContext<EnvironmentForm>();
  return (
    <fieldset>
      <legend className="mb-1.5 text-xs font-medium">Colour</legend>
      <div className="grid grid-cols-3 gap-1.5">
        {COLORS.map((color) => (
          <RadioTile key={color} value={color} {...register('color')} className="control items-center gap-2">
            <span aria-hidden className={cn('size-3 rounded-full', environmentColors[color])} />
            {color.charAt(0).toUpperCase() + color.slice(1)}
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
