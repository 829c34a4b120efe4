import type { z } from 'zod';

/**
 * The result of a check:
 *
 * - `holds`: the condition holds, so the alert is raised or stays open.
 * - `clear`: the condition does not hold.
 * - `unclear`: the facts do not show it. An open alert stays open, and none is raised.
 */
export interface Judgement {
  verdict: 'holds' | 'clear' | 'unclear';
  /** The facts as one sentence without a full stop, for the message and the history. */
  words: string;
}

/** A number that people set in the condition of a kind. */
export interface NumberField {
  label: string;
  /** The unit after the number: “%”, “minutes”. */
  unit: string;
  min: number;
  max: number;
}

/** One kind of condition. A new kind is one file, one line in `registry.ts`, and a reader of its facts in `facts.ts`. */
export interface AlertKind<Kind extends string, Condition extends z.ZodObject, Facts> {
  kind: Kind;
  label: string;
  /** One sentence that helps people choose a kind. */
  description: string;
  condition: Condition;
  /** The numbers of the condition, by key. */
  numbers: Readonly<Record<string, NumberField>>;
  /** Whether the condition names an integration that is watched. */
  watchesIntegration: boolean;
  /** Values for a new rule, without the watched integration. */
  defaults: Readonly<Record<string, number>>;
  /** The process that checks the condition. The web process checks conditions that a missing worker causes. */
  checkedBy: 'worker' | 'web';
  /** The condition as a phrase. `watched` is the name of the watched integration. */
  phrase(condition: z.infer<Condition>, watched: string): string;
  judge(facts: Facts, condition: z.infer<Condition>): Judgement;
}

/** Returns the kind unchanged. Its type keeps the kind’s own condition and facts. */
export function alertKind<const Kind extends string, Condition extends z.ZodObject, Facts>(
  kind: AlertKind<Kind, Condition, Facts>,
): AlertKind<Kind, Condition, Facts> {
  return kind;
}
