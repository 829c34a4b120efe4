const MARKED = ['workflows', 'integrations', '/settings/system'] as const;

/** The path of a menu entry that may have a number. */
export type MarkedPath = (typeof MARKED)[number];

export function isMarked(path: string): path is MarkedPath {
  return (MARKED as readonly string[]).includes(path);
}
