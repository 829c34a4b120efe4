/** JSON while it is typed: the value changes only when the text is valid JSON. */
import { useState } from 'react';

export interface JsonText {
  text: string;
  /** Why the text is invalid. */
  problem: string | undefined;
  change: (text: string) => void;
}

/**
 * @param accepts returns the problem of a parsed value, if any.
 * @param onChange gets `undefined` when the text is empty.
 */
export function useJsonText(
  value: unknown,
  onChange: (value: unknown) => void,
  accepts: (value: unknown) => string | undefined = () => undefined,
): JsonText {
  const [typed, setTyped] = useState<{ text: string; over: unknown }>();
  const read = typed && readJson(typed.text, accepts);
  // An invalid text stays until the value changes from outside. A valid text stays as long as it equals the value.
  const keepsTyped = read !== undefined && same('problem' in read ? typed?.over : read.value, value);
  return {
    text: keepsTyped && typed ? typed.text : shown(value),
    problem: keepsTyped && 'problem' in read ? read.problem : undefined,
    change: (text) => {
      setTyped({ text, over: value });
      const result = readJson(text, accepts);
      if ('value' in result && !same(result.value, value)) onChange(result.value);
    },
  };
}

function readJson(
  text: string,
  accepts: (value: unknown) => string | undefined,
): { value: unknown } | { problem: string } {
  if (text.trim() === '') return { value: undefined };
  try {
    const value: unknown = JSON.parse(text);
    const problem = accepts(value);
    return problem ? { problem } : { value };
  } catch {
    return { problem: 'This is not valid JSON yet. The last valid text is used.' };
  }
}

function shown(value: unknown): string {
  return value === undefined || value === null ? '' : JSON.stringify(value, null, 2);
}

function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left ?? undefined) === JSON.stringify(right ?? undefined);
}
