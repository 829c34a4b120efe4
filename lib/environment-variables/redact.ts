import { withoutSecrets } from '#lib/providers/exchange.ts';

/**
 * Removes the secrets, in any encoding, from all texts of an engine record. Texts that the engine itself writes (IDs,
 * codes, names of properties, dates) stay unchanged, because the value of a secret may be an ordinary word such as
 * `sent`.
 */
export function withoutSecretTexts<Value>(value: Value, secrets: readonly string[] = []): Value {
  return secrets.length === 0 ? value : (hidden(value, secrets, false) as Value);
}

const WRITTEN_BY_BELFRY = /^(?:id|(?!providerMessage)\w+Ids?|type|status|code|channel|source|window|detail|outcome)$/;
/** Properties whose whole content was written by people or other servers. */
const FROM_ELSEWHERE = new Set(['result', 'evidence', 'content', 'cta', 'inbox', 'exchange', 'metadata']);
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function hidden(value: unknown, secrets: readonly string[], isForeign: boolean): unknown {
  if (typeof value === 'string') return TIME.test(value) ? value : withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((inner) => hidden(inner, secrets, isForeign));
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const isWritten = !isForeign && typeof inner === 'string' && WRITTEN_BY_BELFRY.test(key);
      return [key, isWritten ? inner : hidden(inner, secrets, isForeign || FROM_ELSEWHERE.has(key))];
    }),
  );
}

/**
 * Minimum length of secrets that are also removed from property names. Shorter secrets may equal ordinary names that
 * later steps read.
 */
const MIN_LENGTH = 8;

/** Removes the secrets from a server's response, including its property names. */
export function withoutSecretsInAnswer<Value>(answer: Value, secrets: readonly string[]): Value {
  return answerWithout(
    answer,
    secrets,
    secrets.filter((secret) => secret.length >= MIN_LENGTH),
  ) as Value;
}

function answerWithout(value: unknown, secrets: readonly string[], inNames: readonly string[]): unknown {
  if (typeof value === 'string') return withoutSecrets(value, secrets);
  if (Array.isArray(value)) return value.map((inner) => answerWithout(inner, secrets, inNames));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    withoutSecrets(name, inNames),
    answerWithout(inner, secrets, inNames),
  ]);
  return Object.fromEntries(entries);
}
