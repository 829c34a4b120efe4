import { useFormContext, useWatch } from 'react-hook-form';
import { FormSwitch, TextField } from '#components/form/form.tsx';
import { isProduction } from '#components/layout/is-production.ts';
import { useSession } from '#components/layout/session.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { Code } from '#components/ui/code.tsx';
import { Field } from '#components/ui/field.tsx';
import { inputClass } from '#components/ui/input.tsx';
import { CreateEnvironmentVariableBody, type EnvironmentVariable } from '#lib/environment-variables/schema.ts';
import type { Environment } from '#lib/environments/schema.ts';
import { readersText } from './readers.tsx';
import { loaded, useReaders } from './use-readers.ts';
import { type VariableForm, valueIn } from './variable-rows.ts';

interface Props {
  variable: EnvironmentVariable | undefined;
  /** The slug of the environment whose value gets the focus. */
  focus: string | null;
}

export function VariableFields({ variable, focus }: Props) {
  const { environments } = useSession();
  return (
    <>
      <KeyField variable={variable} autoFocus={focus === null} />
      <SecretField variable={variable} />
      {environments.map((environment) => (
        <ValueField
          key={environment._id}
          variable={variable}
          environment={environment}
          autoFocus={environment.slug === focus}
        />
      ))}
    </>
  );
}

function KeyField({ variable, autoFocus }: { variable: EnvironmentVariable | undefined; autoFocus: boolean }) {
  const key = useWatch<VariableForm, 'key'>({ name: 'key' });
  const readers = loaded(useReaders(variable?.key ?? ''));
  const users = readers && readersText(readers);
  const isRenamed = variable && users && key !== variable.key;
  return (
    <TextField
      name="key"
      label="Key"
      help={
        isRenamed ? (
          <span className="text-warn">
            Used as <Code>env.{variable.key}</Code> by {users}. Until you change the templates, they get an empty text.
          </span>
        ) : (
          (key === '' || isKey(key)) && (
            <>
              Templates read it as <Code>{`{{ env.${key || 'SHOP_URL'} }}`}</Code>
            </>
          )
        )
      }
      placeholder="SHOP_URL"
      autoComplete="off"
      spellCheck={false}
      autoFocus={autoFocus}
      className="font-mono text-xs"
    />
  );
}

const isKey = (key: string) => CreateEnvironmentVariableBody.shape.key.safeParse(key).success;

function SecretField({ variable }: { variable: EnvironmentVariable | undefined }) {
  const isSecret = useWatch<VariableForm, 'isSecret'>({ name: 'isSecret' });
  const opens = variable?.isSecret && variable.values.length > 0 && !isSecret;
  return (
    <FormSwitch
      name="isSecret"
      label="Secret"
      help={
        opens ? (
          <span className="text-warn">Enter every value again: stored secrets cannot be shown.</span>
        ) : (
          'Encrypted, and never shown again: not here, and not in previews, runs or logs.'
        )
      }
    />
  );
}

interface ValueProps {
  variable: EnvironmentVariable | undefined;
  environment: Environment;
  autoFocus: boolean;
}

function ValueField({ variable, environment, autoFocus }: ValueProps) {
  const { register, setValue, formState } = useFormContext<VariableForm>();
  const { _id, name } = environment;
  const removed = useWatch<VariableForm, 'removed'>({ name: 'removed' });
  const isSecret = useWatch<VariableForm, 'isSecret'>({ name: 'isSecret' });
  const isStored = variable?.isSecret === true && valueIn(variable, _id) !== undefined;
  const isRemoved = removed.includes(_id);
  const toggle = () =>
    setValue('removed', isRemoved ? removed.filter((each) => each !== _id) : [...removed, _id], { shouldDirty: true });
  return (
    <Field
      label={`Value in ${name}`}
      help={isProduction(environment) ? 'The next message there uses this value.' : undefined}
      error={formState.errors.values?.[_id]?.message}
    >
      {(control) => (
        <div className="flex items-start gap-1.5">
          <textarea
            {...control}
            {...register(`values.${_id}`)}
            rows={1}
            spellCheck={false}
            autoComplete="off"
            // biome-ignore lint/a11y/noAutofocus: the user chose this value in the table
            autoFocus={autoFocus}
            placeholder={isRemoved ? 'Removed when you save' : isStored ? 'Stored. Type to replace' : 'No value'}
            className={cn(
              inputClass,
              'field-sizing-content block h-auto resize-none max-h-40 py-2 font-mono text-xs',
              isSecret && '[-webkit-text-security:disc]',
            )}
          />
          {isStored && (
            <Button onClick={toggle} aria-label={`${isRemoved ? 'Keep' : 'Remove'} the value in ${name}`}>
              {isRemoved ? 'Keep' : 'Remove'}
            </Button>
          )}
        </div>
      )}
    </Field>
  );
}
