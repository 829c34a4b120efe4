import { ImageUp, Trash2 } from 'lucide-react';
import { useId } from 'react';
import { useFormContext } from 'react-hook-form';
import { Button } from '#components/ui/button.tsx';
import { fieldSentence } from '#components/ui/field-sentence.ts';
import { FileButton } from '#components/ui/file-button.tsx';
import { LOGO_MAX_BYTES, LOGO_TYPES, logoType } from '#lib/recipient-page/logo-type.ts';
import type { LookForm } from './look-form.ts';

/** A picture of the user's computer. It is stored in Belfry, so that the page loads nothing from elsewhere. */
export function LogoField() {
  const id = useId();
  const { watch, setValue, setError, clearErrors, formState } = useFormContext<LookForm>();
  const logo = watch('logo');
  const message = formState.errors.logo?.message;
  const set = (value: string) => {
    clearErrors('logo');
    setValue('logo', value, { shouldDirty: true });
  };
  const choose = async (file: File) => {
    const content = new Uint8Array(await file.slice(0, LOGO_MAX_BYTES + 1).arrayBuffer());
    const type = logoType(content);
    if (!type) return setError('logo', { message: 'must be a PNG, JPEG or WebP image' });
    if (content.length > LOGO_MAX_BYTES) return setError('logo', { message: 'must be at most 64 KiB' });
    set(`data:${type};base64,${base64(content)}`);
  };
  return (
    <fieldset aria-describedby={`${id}-help`}>
      <legend className="mb-1.5 text-xs font-medium">Logo</legend>
      <div className="flex flex-wrap items-center gap-2">
        <FileButton accept={LOGO_TYPES.join()} onChoose={(file) => void choose(file)}>
          <ImageUp aria-hidden />
          {logo ? 'Choose another picture' : 'Choose a picture'}
        </FileButton>
        {logo && (
          <Button onClick={() => set('')}>
            <Trash2 aria-hidden />
            Remove
          </Button>
        )}
      </div>
      <p id={`${id}-help`} className="mt-1.5 text-xs text-faint">
        PNG, JPEG or WebP, at most 64 KiB. Shown at most 48 pixels high.
      </p>
      {message && (
        <p role="alert" className="mt-1 text-xs text-bad">
          {fieldSentence(message)}
        </p>
      )}
    </fieldset>
  );
}

function base64(content: Uint8Array): string {
  let text = '';
  for (const byte of content) text += String.fromCharCode(byte);
  return btoa(text);
}
