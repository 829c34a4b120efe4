import { type IntegrationRow, selectIntegrations } from '#lib/integrations/query.ts';
import { Batches } from '#lib/postgres/batches.ts';
import { prisma } from '#lib/postgres/db.ts';
import type { AddressOwner } from './address.ts';

/** The integration of an event address. */
export interface Receiver {
  integration: IntegrationRow;
  /** The encrypted secret of the address. Null if no secret address was created. */
  secret: string | null;
}

const reads = new Batches<AddressOwner, Receiver | undefined>({
  groupOf: ({ environmentId }) => environmentId,
  write: readReceivers,
  most: 100,
  writers: { ofGroup: 1, all: 4 },
});

/**
 * Returns the integration of an event address. Undefined if the integration does not exist. Concurrent calls share
 * statements.
 */
export function findReceiver(owner: AddressOwner): Promise<Receiver | undefined> {
  return reads.write(owner);
}

async function readReceivers(
  owners: readonly AddressOwner[],
  environmentId: string,
): Promise<(Receiver | undefined)[]> {
  const ids = [...new Set(owners.map(({ integrationId }) => integrationId))];
  const integrations = await selectIntegrations(environmentId, { ids });
  const addresses = await prisma().eventAddress.findMany({ where: { environmentId, integrationId: { in: ids } } });
  return owners.map(({ integrationId }) => {
    const integration = integrations.find(({ id }) => id === integrationId);
    const address = addresses.find((each) => each.integrationId === integrationId);
    return integration && { integration, secret: address?.secret ?? null };
  });
}
