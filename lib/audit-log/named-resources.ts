import { findExact } from '#lib/explain/people.ts';
import { ID_PATTERN } from '#lib/id.ts';
import { prisma } from '#lib/postgres/db.ts';

/** The maximum number of a subscriber's runs and messages whose entries are searched. The newest are searched. */
const MAX_OWN = 500;

interface Scope {
  organizationId: string;
  /** Undefined: all environments of the organization. */
  environmentId: string | undefined;
}

/**
 * Returns the IDs of the resources that a search text identifies. A subscriberId, an email address or a phone number
 * identifies the subscriber and the subscriber's runs and messages, because an entry about a retry or a resend contains
 * only the ID of the run. The ID of a message also identifies its run.
 */
export async function namedResources({ organizationId, environmentId }: Scope, text: string): Promise<string[]> {
  const environments = await prisma().environment.findMany({
    where: { organizationId, ...(environmentId !== undefined && { id: environmentId }) },
    select: { id: true },
  });
  const found = await Promise.all(
    environments.map(({ id }) => (ID_PATTERN.test(text) ? runOf(id, text) : ownOf(id, text))),
  );
  return found.flat();
}

async function runOf(environmentId: string, messageId: string): Promise<string[]> {
  const where = { environmentId, id: messageId };
  const message = await prisma().message.findFirst({ where, select: { notificationId: true } });
  return message ? [message.notificationId] : [];
}

async function ownOf(environmentId: string, text: string): Promise<string[]> {
  const people = await findExact(environmentId, text);
  const ids = people.flatMap((person) => person.ids);
  const own = await Promise.all(
    ids.map(async (subscriberId) => {
      const newest = { where: { environmentId, subscriberId }, select: { id: true }, take: MAX_OWN } as const;
      const [runs, messages] = await Promise.all([
        prisma().notification.findMany({ ...newest, orderBy: { id: 'desc' } }),
        prisma().message.findMany({ ...newest, orderBy: { id: 'desc' } }),
      ]);
      return [...runs, ...messages].map(({ id }) => id);
    }),
  );
  return [...ids, ...own.flat()];
}
