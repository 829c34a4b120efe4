import { type inferParserType, parseAsIsoDateTime, parseAsString, parseAsStringLiteral } from 'nuqs';
import type { ExplainInput } from '#lib/explain/client.ts';
import { CHANNELS } from '#lib/providers/channel-names.ts';

/** The question, as stored in the URL. */
export const explainParsers = {
  subscriber: parseAsString.withDefault(''),
  workflow: parseAsString,
  channel: parseAsStringLiteral(CHANNELS),
  at: parseAsIsoDateTime,
};

export type ExplainQuery = inferParserType<typeof explainParsers>;

export function explainInput({ subscriber, workflow, channel, at }: ExplainQuery): ExplainInput {
  return {
    subscriber,
    workflow: workflow ?? undefined,
    channel: channel ?? undefined,
    at: at?.toISOString(),
  };
}

/** The question that a link to an explanation contains. */
export interface ExplainPlace {
  /** A subscriberId, or the ID of a run, step or message. */
  subscriber: string;
  /** The identifier of a workflow. */
  workflow?: string | undefined;
  channel?: string | undefined;
}

/** Returns the URL of an explanation. `base` is the URL of its environment. */
export function explainAddress(base: string, { subscriber, workflow, channel }: ExplainPlace): string {
  const search = new URLSearchParams({ subscriber });
  if (workflow) search.set('workflow', workflow);
  if (channel) search.set('channel', channel);
  return `${base}/explain?${search}`;
}
