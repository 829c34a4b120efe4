import { type inferParserType, parseAsBoolean, parseAsIsoDateTime, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { ExplainInput } from '#lib/explain/client.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';

/** The question, as stored in the URL. */
export const explainParsers = {
  subscriber: parseAsString.withDefault(''),
  workflow: parseAsString,
  channel: parseAsStringLiteral(CHANNELS),
  at: parseAsIsoDateTime,
  twice: parseAsBoolean,
};

export type ExplainQuery = inferParserType<typeof explainParsers>;

export function explainInput({ subscriber, workflow, channel, at, twice }: ExplainQuery): ExplainInput {
  return {
    subscriber,
    workflow: workflow ?? undefined,
    channel: channel ?? undefined,
    at: at?.toISOString(),
    ...(twice && { twice }),
  };
}

/** The question that a link to an explanation contains. */
export interface ExplainPlace {
  /** A subscriberId, or the ID of a run, step or message. */
  subscriber: string;
  /** The identifier of a workflow. */
  workflow?: string | undefined;
  channel?: string | undefined;
  /** Whether the question is why the same message came several times. */
  twice?: boolean | undefined;
}

/** Returns the URL of an explanation. `base` is the URL of its environment. */
export function explainAddress(base: string, { subscriber, workflow, channel, twice }: ExplainPlace): string {
  const search = new URLSearchParams({ subscriber });
  if (workflow) search.set('workflow', workflow);
  if (channel) search.set('channel', channel);
  if (twice) search.set('twice', 'true');
  return `${base}/explain?${search}`;
}
