import { operation, route } from '#lib/api/route.ts';
import { exportSubscriber } from '#lib/subscribers/personal-data.ts';
import { SubscriberParams } from '#lib/subscribers/schema.ts';

export const { GET, POST, PUT, PATCH, DELETE } = route({
  GET: operation({
    operationId: 'exportSubscriber',
    tag: 'Subscribers',
    summary: 'Export everything of a subscriber as a ZIP of JSON files',
    description:
      'The response is streamed. `docs/personal-data.md` has the files and their shapes. The last file is `manifest.json`: an archive without it is incomplete.',
    permission: 'subscribers:erase',
    params: SubscriberParams,
    status: 200,
    errors: [404],
    handle: ({ ctx, params }) => exportSubscriber(ctx, params.subscriberId),
  }),
});
