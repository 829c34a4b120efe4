import type { Prisma } from '#prisma/generated/client.ts';

/** The order of an organization's environments. The first one is Development. */
export const inOrder: Prisma.EnvironmentOrderByWithRelationInput[] = [{ position: 'asc' }, { id: 'asc' }];
