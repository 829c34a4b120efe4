import { parseAsString, parseAsStringLiteral } from 'nuqs';

/**
 * URL parameters that open an integration by its identifier, its credentials for editing, and how pages connect its
 * inbox, first and unfolded.
 */
export const linkParsers = {
  open: parseAsString,
  edit: parseAsStringLiteral(['credentials']),
  show: parseAsStringLiteral(['inbox']),
};
