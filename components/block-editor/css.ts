/** Converts values of a document to CSS. A stored text can never add further properties. */

/** Returns a colour in one of the usual notations. Undefined for any other text. */
export function cssColour(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  return /^(#[0-9a-f]{3,8}|[a-z]{3,30}|(rgb|hsl)a?\([\d\s.,%/]{3,40}\))$/i.test(text) ? text : undefined;
}

/** Pixels for a number, otherwise pixels or a percentage as written. */
export function cssSize(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? `${Math.max(0, value)}px` : undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  const [, amount, unit] = /^(\d{1,5}(?:\.\d+)?)\s*(px|%)?$/.exec(text) ?? [];
  return amount === undefined ? undefined : `${amount}${unit ?? 'px'}`;
}
