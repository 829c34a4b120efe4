/** A choice that replaces several switches of a provider, such as the encryption of SMTP. */
import type { CredentialChoice, CredentialChoiceOption, Provider } from '#lib/providers/provider.ts';

/** The credentials in a form. */
type Values = Record<string, string | boolean>;

/** Returns the keys of the switches that a choice replaces. */
export function choiceKeys(choice: CredentialChoice | undefined): ReadonlySet<string> {
  return new Set(choice?.options.flatMap(({ on }) => on));
}

/**
 * Returns the option of stored switches. If several are on, delivery uses the last one in the list. Undefined if an
 * explicit choice has not been made.
 */
export function chosenOption(
  choice: CredentialChoice,
  values: Readonly<Record<string, unknown>>,
): CredentialChoiceOption | undefined {
  const isOn = (key: string) => values[key] === true || values[key] === 'true';
  if (choice.isExplicit && [...choiceKeys(choice)].every((key) => values[key] === '')) return undefined;
  const named = choice.options.filter(({ on }) => on.length > 0 && on.every(isOn));
  return named.at(-1) ?? choice.options.find(({ on }) => on.length === 0);
}

/**
 * Returns the credentials after a choice. Switches that are off are not stored. In an explicit choice they are false
 * instead of empty, so that the choice counts as made. A field that is empty, or has the usual value of another option,
 * gets the usual value of this one.
 */
export function withOption(provider: Provider, values: Values, option: CredentialChoiceOption): Values {
  const { choice } = provider;
  if (!choice) return values;
  const off = choice.isExplicit ? false : '';
  const switches = Object.fromEntries([...choiceKeys(choice)].map((key) => [key, option.on.includes(key) || off]));
  const usual = Object.entries(option.usual ?? {}).filter(([key]) => {
    const others = choice.options.map((other) => other.usual?.[key]);
    return values[key] === undefined || values[key] === '' || others.includes(String(values[key]));
  });
  return { ...values, ...switches, ...Object.fromEntries(usual) };
}
