'use client';

import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { cn } from '#components/ui/cn.ts';
import { CopyButton } from '#components/ui/copy-button.tsx';
import { Input, inputClass } from '#components/ui/input.tsx';
import { CREDENTIAL_MASK } from '#lib/integrations/credential-mask.ts';
import type { CredentialField } from '#lib/providers/provider.ts';
import { SecretFileButton } from './secret-file-button.tsx';

export interface CredentialValue {
  field: CredentialField;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
  /** The stored secret in plain text, after the user has revealed it. */
  revealed?: string | undefined;
  /** Requests the stored secrets. */
  onReveal?: (() => void) | undefined;
  autoFocus?: boolean;
}

interface Props extends CredentialValue {
  control: { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined };
}

/** A text input. A stored secret is shown as its mask, and typing replaces the whole value. */
export function CredentialText({ field, value, onChange, revealed, onReveal, autoFocus = false, control }: Props) {
  const [shown, setShown] = useState(false);
  const isStored = value === CREDENTIAL_MASK;
  const isOpen = isStored ? revealed !== undefined : shown;
  // A JSON object is entered in plain text, because several lines of dots cannot be edited.
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
  const isLong = hasLines(field);
  return (
    <div className="relative">
      {isLong ? (
        <textarea
          {...shared}
          rows={6}
          autoCapitalize="none"
          className={cn(
            inputClass,
            'block h-auto py-2 pr-10 font-mono text-xs',
            hidden && '[-webkit-text-security:disc]',
          )}
        />
      ) : (
        <Input
          {...shared}
          type={hidden ? 'password' : 'text'}
          inputMode={field.type === 'number' ? 'numeric' : undefined}
          className={cn(field.secret && 'pr-10', field.secret && isOpen && 'font-mono')}
        />
      )}
      {field.secret && (isStored || field.type !== 'object') && (
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
      {isLong && field.type !== 'object' && <SecretFileButton name={field.displayName} onRead={onChange} />}
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

/** Whether the value is a key, a certificate or JSON with several lines. */
function hasLines({ type, format }: CredentialField): boolean {
  return type === 'textarea' || type === 'object' || format === 'privateKey';
}

/** Returns a secret of 256 random bits. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
