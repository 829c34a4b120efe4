import { mutationOptions } from '@tanstack/react-query';
import { api } from '#lib/api/client.ts';
import type { Organization, UpdateOrganizationBody } from './schema.ts';

export const organizationMutations = {
  update: () =>
    mutationOptions({
      mutationFn: (body: UpdateOrganizationBody) =>
        api<Organization>('/v1/organizations/me', { method: 'PATCH', body }),
      meta: { invalidates: [['me']] },
    }),
};
