import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Matches the beginnings of zod's own messages. Belfry's custom messages start with a verb. */
const LIBRARY = /^(Invalid |Too (big|small): |Unrecognized keys?: )|^Invalid input$/;

/**
 * Returns the problem as a text that can follow the field's name: the schema's custom message, or a replacement for
 * zod's message.
 */
export function issueText(issue: Issue): string {
  return LIBRARY.test(issue.message) ? plainText(issue) : issue.message;
}

/** Whether the value has the wrong type or is not a valid choice, and the schema has no custom message. */
export function isOfWrongType({ code, message }: Issue): boolean {
  return (code === 'invalid_type' || code === 'invalid_value') && LIBRARY.test(message);
}

function plainText(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`;
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map((each) => JSON.stringify(each)).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has the wrong format';
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'unrecognized_keys':
      return `must not have the ${issue.keys.length === 1 ? 'field' : 'fields'} ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`;
    default:
      return 'has none of the known values';
  }
}

const TYPES: Partial<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const FORMATS: Partial<Record<string, string>> = {
  email: 'must be an email address',
  url: 'must be a URL',
  datetime: 'must be a date and time in ISO 8601, such as 2026-01-31T00:00:00.000Z',
  date: 'must be a date, such as 2026-01-31',
};

function tooSmall({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): string {
  if (origin !== 'string' && origin !== 'array')
    return inclusive ? `must not be less than ${minimum}` : `must be greater than ${minimum}`;
  if (minimum === 1) return 'must not be empty';
  return origin === 'string' ? `must have at least ${minimum} characters` : `must contain at least ${minimum} elements`;
}

function tooBig({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): string {
  if (origin === 'string') return `must be at most ${maximum} characters`;
  if (origin === 'array') return `must contain no more than ${maximum} ${maximum === 1 ? 'element' : 'elements'}`;
  return inclusive ? `must not be greater than ${maximum}` : `must be less than ${maximum}`;
}
