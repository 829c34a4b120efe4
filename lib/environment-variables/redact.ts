import { withoutSecrets } from '#lib/providers/exchange.ts';

/** The value with every text in it without the secrets, in any encoding. Keys, dates and sets stay as they are. */
export function withoutSecretTexts<Value>(value: Value, secrets: readonly string[] = []): Value {
  return secrets.length === 0 ? value : (hidden(value, secrets) as Value);
}

function hidden(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((inner) => hidden(inner, secrets));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, hidden(inner, secrets)]));
}
