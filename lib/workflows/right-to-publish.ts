import type { Ctx } from '#lib/api/context.ts';
import { ApiError } from '#lib/api/errors.ts';

const NO_RIGHT_TO_PUBLISH =
  'This API key cannot publish to other environments. Create a key with the right to publish under Settings → API keys, or ' +
  'publish in the dashboard.';

/** Checks the right to publish. @throws ApiError `forbidden` for an API key without the right to publish. */
export function requireRightToPublish({ actor }: Ctx): void {
  if (actor.type === 'apiKey' && !actor.canPublish) throw new ApiError('forbidden', NO_RIGHT_TO_PUBLISH);
}
