/** The settings of the recipient's page, by environment. */
import type { Ctx } from '#lib/api/context.ts';
import { fieldError } from '#lib/api/errors.ts';
import { audit } from '#lib/audit-log/service.ts';
import { env } from '#lib/env.ts';
import { lock, prisma, transaction } from '#lib/postgres/db.ts';
import { listText } from '#lib/text/list-text.ts';
import type { Environment as EnvironmentRow } from '#prisma/generated/client.ts';
import { logoPath, removeLogo, storeLogo } from './logo.ts';
import { usualOrigin } from './origin.ts';
import type { RecipientPageSettings, UpdateRecipientPageBody } from './schema.ts';

/** Returns the settings of the caller's environment. */
export async function getRecipientPageSettings({ environmentId }: Ctx): Promise<RecipientPageSettings> {
  return toWire(await prisma().environment.findFirstOrThrow({ where: { id: environmentId } }));
}

/**
 * Changes the settings of the caller's environment. Pages show them immediately, even through links that were sent
 * earlier.
 *
 * @throws ApiError 422 if the logo is not an image of an accepted type and size, or `PAGE_URLS` lacks the address.
 */
export async function updateRecipientPageSettings(
  ctx: Ctx,
  { logo, ...body }: UpdateRecipientPageBody,
): Promise<RecipientPageSettings> {
  requireAddress(body.address);
  const { organizationId, environmentId: id } = ctx;
  return transaction(async () => {
    await lock(`environments ${organizationId}`);
    const before = await prisma().environment.findFirstOrThrow({ where: { id } });
    const pageLogoId = logo ? await storeLogo(id, logo) : logo;
    if (logo === null) await removeLogo(id);
    const { name: pageName = before.pageName, color: pageColor = before.pageColor, tracking = before.tracking } = body;
    const { address: pageUrl = before.pageUrl } = body;
    const data = {
      pageName,
      pageColor,
      pageLogoId: pageLogoId === undefined ? before.pageLogoId : pageLogoId,
      tracking,
      pageUrl,
    };
    const after = await prisma().environment.update({ where: { id }, data });
    await audit(ctx, {
      action: 'environments.updateRecipientPage',
      resourceType: 'environments',
      resourceId: id,
      resourceLabel: after.name,
      before: shownIn(before),
      after: shownIn(after),
    });
    return toWire(after);
  });
}

/** @throws ApiError 422 for an address outside `PAGE_URLS`, because its domain may not lead to this installation. */
function requireAddress(address: string | null | undefined): void {
  const allowed = env().PAGE_URLS;
  if (address == null || allowed.includes(address)) return;
  const choices = allowed.length > 0 ? listText(allowed, 'or') : 'null, because PAGE_URLS of the installation is empty';
  throw fieldError('address', `must be ${choices}`);
}

function shownIn({ pageName, pageColor, pageLogoId, tracking, pageUrl }: EnvironmentRow) {
  return { pageName, pageColor, pageLogo: pageLogoId, tracking, pageUrl };
}

function toWire({ id, pageName, pageColor, pageLogoId, tracking, pageUrl }: EnvironmentRow): RecipientPageSettings {
  return {
    ...(pageName !== null && { name: pageName }),
    ...(pageColor !== null && { color: pageColor }),
    ...(pageLogoId !== null && { logo: logoPath(id, pageLogoId) }),
    tracking,
    ...(pageUrl !== null && { address: pageUrl }),
    usualAddress: usualOrigin(),
    addresses: env().PAGE_URLS,
  };
}
