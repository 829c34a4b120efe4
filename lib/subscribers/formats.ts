/** Formats of subscriber fields: email address, phone number, locale (spec 2.1). Callers limit the length first. */

const EMAIL_LOCAL_PART = /^(?:[^\s@".,:;<>()[\]\\\p{Cc}]+(?:\.[^\s@".,:;<>()[\]\\\p{Cc}]+)*|"[^"\\\p{Cc}]+")$/u;
const EMAIL_DOMAIN = /^(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,62})\.)+[\p{L}\p{N}][\p{L}\p{N}\p{M}-]{1,62}$/u;

/** Whether the local part has at most 64 characters and the domain at least two labels, in letters of any script. */
export function isEmail(value: string): boolean {
  const at = value.lastIndexOf('@');
  if (at < 1 || at > 64) return false;
  const domain = value.slice(at + 1);
  return EMAIL_LOCAL_PART.test(value.slice(0, at)) && EMAIL_DOMAIN.test(domain) && !/-(?:\.|$)/.test(domain);
}

/** Whether the text is an address, alone or with a name before it: `Shop <no-reply@shop.example>`. */
export function isMailbox(text: string): boolean {
  const [, address = text] = /^[^<>]*<([^<>]+)>$/.exec(text) ?? [];
  return isEmail(address.trim());
}

/** Whether the text is empty or contains a digit. It is not checked further, because providers accept different formats. */
export function isPhone(value: string): boolean {
  return value === '' || /\p{Nd}/u.test(value);
}

/** Language, script, region, variants, extensions and private use in the order of BCP 47. `_` counts as `-`. */
const LOCALE = new RegExp(
  [
    '^(?:[a-z]{2,3}(?:-[a-z]{3}){0,3}|[a-z]{4,8})',
    '(?:-[a-z]{4})?',
    '(?:-(?:[a-z]{2}|\\d{3}))?',
    '(?:-(?:[a-z\\d]{5,8}|\\d[a-z\\d]{3}))*',
    '(?:-[a-wyz\\d](?:-[a-z\\d]{2,8})+)*',
    '(?:-x(?:-[a-z\\d]{1,8})+)?$',
  ].join(''),
  'i',
);

/** Whether the text is a language without script, region or variants, in lower case: the first part of a locale. */
export function isLanguage(value: string): boolean {
  return /^[a-z]{2,8}$/.test(value);
}

export function isLocale(value: string): boolean {
  return LOCALE.test(value.replaceAll('_', '-'));
}
