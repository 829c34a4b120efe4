import type { Locator, Page } from '@playwright/test';
import { database } from '#e2e/database.ts';

/** Returns the card of an integration on the page *Integrations*. */
export function card(page: Page, name: string): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('button', { name, exact: true }) });
}

/** A condition of an integration: subscribers from the US. */
export const rule = {
  isNegated: false,
  type: 'GROUP',
  value: 'AND',
  children: [{ field: 'country', value: 'US', operator: 'EQUAL', on: 'subscriber' }],
};

/** Returns the environment's primary email integration, from the database. */
export async function primaryOf(environmentId: string): Promise<string[]> {
  const text = 'SELECT name FROM integrations WHERE environment_id = $1 AND "primary"';
  return (await database().query(text, [environmentId])).rows.map(({ name }) => name);
}
