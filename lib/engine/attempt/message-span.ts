import type { SpanDescription } from '#lib/tracing/tracing.ts';
import type { Target } from './decision.ts';

/** Returns the span of handing a message to its provider. */
export function messageSpan({ messageId, integration, message }: Target): SpanDescription {
  return {
    name: `send ${integration.channel}`,
    kind: 'client',
    attributes: {
      'belfry.message.id': messageId,
      'belfry.channel': message?.channel ?? integration.channel,
      'belfry.provider': integration.providerId,
      'belfry.integration.id': integration.id,
      'belfry.sandbox': integration.sandbox || undefined,
    },
  };
}
