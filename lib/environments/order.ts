import type { Prisma } from '#prisma/generated/client.ts';

/** The order in which an organization keeps its environments; the first one is Development. */
export const inOrder: Prisma.EnvironmentOrderByWithRelationInput[] = [{ position: 'asc' }, { id: 'asc' }];
