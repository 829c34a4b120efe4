'use client';

import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { SwitchField } from '#components/form/switch-field.tsx';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Field } from '#components/ui/field.tsx';
import { Input, inputClass } from '#components/ui/input.tsx';
import { Select } from '#components/ui/select.tsx';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import type { CredentialField } from '#lib/providers/provider.ts';

interface Props {
  field: CredentialField;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
  error?: string | undefined;
  /** The stored secret in plain text, after the user has revealed it. */
  revealed?: string | undefined;
  /** Requests the stored secrets. */
  onReveal?: (() => void) | undefined;
  autoFocus?: boolean;
}

/** The input for one credential of the catalogue. */
export function CredentialControl(props: Props) {
  const { field, value, onChange, error } = props;
  const label = field.required ? `${field.displayName} (required)` : field.displayName;
  if (field.type === 'switch') {
    return (
      <SwitchField label={label} help={field.description} error={error} checked={value === true} onChange={onChange} />
    );
  }
  return (
    <Field label={label} help={field.description} error={error}>
      {(control) =>
        field.type === 'dropdown' ? (
          <Select
            id={control.id}
            label={label}
            value={value === '' ? UNSET : String(value)}
            onChange={(next) => onChange(next === UNSET ? '' : next)}
            options={optionsOf(field, String(value))}
            placeholder="Choose"
          />
        ) : (
          <TextControl {...props} control={control} />
        )
      }
    </Field>
  );
}

/** The value of an unset option, because the select component does not allow an empty value. */
const UNSET = ' ';

function optionsOf({ options = [], required }: CredentialField, value: string) {
  const unset = options.find((option) => option.value === null);
  const known = options.flatMap((option) =>
    option.value === null ? [] : [{ value: option.value, label: option.name }],
  );
  const isListed = value === '' || known.some((option) => option.value === value);
  return [
    ...(unset || !required ? [{ value: UNSET, label: unset?.name ?? 'Not set' }] : []),
    ...known,
    ...(isListed ? [] : [{ value, label: value }]),
  ];
}

interface TextProps extends Props {
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
}

/** A text input. A stored secret is shown as its mask, and typing replaces the whole value. */
function TextControl({ field, value, onChange, revealed, onReveal, autoFocus = false, control }: TextProps) {
  const [shown, setShown] = useState(false);
  const isStored = value === CREDENTIAL_MASK;
  const isOpen = isStored ? revealed !== undefined : shown;
  // A JSON object is entered in plain text: no one can edit several lines of dots.
  const hidden = field.secret && !isOpen && (isStored || field.type !== 'object');
  const shared = {
    ...control,
    value: isStored ? (revealed ?? CREDENTIAL_MASK) : String(value),
    onChange: (event: { target: { value: string } }) => onChange(event.target.value.replaceAll(CREDENTIAL_MASK, '')),
    onFocus: (event: { target: { select: () => void } }) => isStored && event.target.select(),
    required: field.required,
    autoFocus,
    autoComplete: 'off',
    spellCheck: false,
  };
  const generate = () => {
    onChange(newSecret());
    setShown(true);
  };
  const isLong = field.type === 'textarea' || field.type === 'object';
  return (
    <div className="relative">
      {isLong ? (
        <textarea
          {...shared}
          rows={isStored && revealed === undefined ? 1 : 5}
          className={cn(inputClass, 'block py-2 pr-10 font-mono text-xs', hidden && '[-webkit-text-security:disc]')}
        />
      ) : (
        <Input
          {...shared}
          type={hidden ? 'password' : 'text'}
          inputMode={field.type === 'number' ? 'numeric' : undefined}
          className={cn(field.secret && 'pr-10', field.secret && isOpen && 'font-mono')}
        />
      )}
      {field.secret && (isStored || (field.type !== 'object' && (value !== '' || shown))) && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${isOpen ? 'Hide' : 'Show'} ${field.displayName}`}
          data-tip={isStored && !isOpen ? 'Show the stored secrets' : undefined}
          onClick={() => (isStored ? onReveal?.() : setShown(!shown))}
          className={cn('absolute top-0 right-0', isStored && isOpen && 'hidden')}
        >
          {isOpen ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </Button>
      )}
      {field.generated && (
        <div className="mt-1.5 flex flex-wrap items-center gap-x-2 gap-y-1">
          <Button size="sm" onClick={generate}>
            <RefreshCw aria-hidden />
            {isStored ? 'Replace with a new secret' : 'Generate a secret'}
          </Button>
          {!isStored && value !== '' && <CopyButton value={String(value)} what={field.displayName} />}
          {isStored && <span className="text-xs text-faint">Enter the new secret on your server before you save.</span>}
        </div>
      )}
    </div>
  );
}

/** Returns a secret of 256 random bits. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
