/** A command with the name of a record: "trigger sign-in code", "make Postmark primary". */
export interface Command {
  verb: 'trigger' | 'primary';
  /** The name of the workflow or integration. Empty if it is missing. */
  sought: string;
}

const TRIGGER = new Set(['trigger', 'test', 'play']);

/** Returns the command of a text. Undefined if the text is not a command. */
export function splitCommand(text: string): Command | undefined {
  const words = text.trim().split(' ').filter(Boolean);
  const lower = words.map((word) => word.toLowerCase());
  if (TRIGGER.has(lower[0] ?? '')) return { verb: 'trigger', sought: words.slice(1).join(' ') };
  if (!lower.includes('primary')) return undefined;
  const rest = words.filter((_, at) => lower[at] !== 'primary' && !(at === 0 && lower[at] === 'make'));
  return { verb: 'primary', sought: rest.join(' ') };
}
