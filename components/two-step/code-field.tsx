import { TextField } from '#components/form/form.tsx';

interface Props {
  /** Whether a recovery code may be entered instead. */
  acceptsRecoveryCode?: boolean;
  autoFocus?: boolean;
}

/** The field for the code of an authenticator app. Phones and password managers fill it in. */
export function CodeField({ acceptsRecoveryCode = false, autoFocus = false }: Props) {
  const help = 'The six digits that your authenticator app shows.';
  return (
    <TextField
      name="code"
      label="Code"
      autoComplete="one-time-code"
      inputMode={acceptsRecoveryCode ? 'text' : 'numeric'}
      autoCapitalize="none"
      spellCheck={false}
      help={acceptsRecoveryCode ? `${help} Or one of your recovery codes.` : help}
      autoFocus={autoFocus}
    />
  );
}
