import { env } from '#lib/env.ts';
import { momentText } from '#lib/time/time.ts';
import type { Alert } from '#prisma/generated/client.ts';

interface Place {
  environment: string;
  organization: string;
  slug: string;
}

interface Text {
  title: string;
  content: string;
}

/** Returns the text of an alert’s start or end. Times are in UTC. */
export function alertText(alert: Alert, about: 'raised' | 'resolved', place: Place): Text {
  const where = `${place.environment} of ${place.organization}`;
  const since = `Since ${momentText(alert.raisedAt.toISOString(), 'UTC')} UTC`;
  if (about === 'raised') {
    const lines = [`${alert.words}.`, `${since}, in ${where}.`, 'Belfry sends another message when the alert ends.'];
    return textOf(`Alert: ${alert.ruleName}`, lines, place);
  }
  const until = `until ${momentText((alert.endedAt ?? new Date()).toISOString(), 'UTC')} UTC`;
  return textOf(
    `Resolved: ${alert.ruleName}`,
    [`${alert.endWords ?? 'The alert ended'}.`, `${since}, ${until}, in ${where}.`],
    place,
  );
}

/** Returns the text of a rule's test message. */
export function testText(ruleName: string, phrase: string, place: Place): Text {
  const lines = [
    'This is a test. Nothing is wrong.',
    `Rule in ${place.environment} of ${place.organization}: ${phrase}.`,
  ];
  return textOf(`Test alert: ${ruleName}`, lines, place);
}

function textOf(title: string, lines: readonly string[], { slug }: Place): Text {
  const origin = env().PUBLIC_URL;
  const link = origin ? [`${origin}/${slug}/alerts`] : [];
  return { title, content: [title, ...lines, ...link].join('\n') };
}
