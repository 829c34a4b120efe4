import { createHash, randomBytes } from 'node:crypto';
import { newId } from '#lib/id.ts';
import { insertRow } from './database.ts';

/** The organization of one test, so that tests never see each other's data. */
export interface Tenant {
  organizationId: string;
  environmentId: string;
  /** A second environment of the same organization. */
  productionId: string;
  /** The API key of `environmentId`. */
  apiKey: string;
  /** The API key of `productionId`. */
  productionApiKey: string;
}

/** Creates an organization with two environments, and a key and a notification group for each. */
export async function createTenant(): Promise<Tenant> {
  const organizationId = newId();
  await insertRow('organizations', { id: organizationId, name: `Test ${organizationId}` });
  const [environmentId, apiKey] = await createEnvironment(organizationId, 'Development', 0);
  const [productionId, productionApiKey] = await createEnvironment(organizationId, 'Production', 1);
  return { organizationId, environmentId, productionId, apiKey, productionApiKey };
}

async function createEnvironment(organizationId: string, name: string, position: number): Promise<[string, string]> {
  const id = newId();
  const slug = name.toLowerCase();
  const color = position === 0 ? 'blue' : 'amber';
  await insertRow('environments', { id, organization_id: organizationId, name, slug, type: slug, color, position });
  await insertRow('notification_groups', { id: newId(), environment_id: id, name: 'General' });
  return [id, await createApiKey(id)];
}

/** Creates another key of an environment, directly in the database. */
export async function createApiKey(environmentId: string, columns: Record<string, unknown> = {}): Promise<string> {
  const key = `bf_test_${randomBytes(24).toString('base64url')}`;
  const hash = createHash('sha256').update(key).digest('hex');
  await insertRow('api_keys', {
    id: newId(),
    environment_id: environmentId,
    name: 'Test',
    hash,
    hint: key.slice(0, 6),
    ...columns,
  });
  return key;
}
