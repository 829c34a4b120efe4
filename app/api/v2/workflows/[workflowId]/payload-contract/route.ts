import { operation, route } from '#lib/api/route.ts';
import { PayloadContract } from '#lib/payload-contracts/schema.ts';
import { getPayloadContract } from '#lib/payload-contracts/service.ts';
import { WorkflowParams } from '#lib/workflows/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'getPayloadContract',
    tag: 'Workflows',
    summary: 'Compare the variables that a workflow reads with the payloads of its newest triggers',
    permission: 'notifications:read',
    params: WorkflowParams,
    response: PayloadContract,
    errors: [404],
    handle: ({ ctx, params }) => getPayloadContract(ctx, params.workflowId),
  }),
});
