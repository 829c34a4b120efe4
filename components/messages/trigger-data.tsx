import { JsonView } from '#components/ui/json-view.tsx';
import type { Message } from '#lib/messages/schema.ts';
import { channelLabels } from '#lib/steps/labels.ts';

/** The trigger's data for the message: the payload, and the overrides for its channel or for all channels. */
export function TriggerData({ message: { channel, payload, overrides: all = {} } }: { message: Message }) {
  const isOthers = (name: string) => name !== channel && name in channelLabels;
  const overrides = Object.fromEntries(Object.entries(all).filter(([name]) => !isOthers(name)));
  return (
    <>
      {payload && (
        <section>
          <h2 className="mb-2 text-xs font-medium text-faint">Payload of the trigger</h2>
          <JsonView value={payload} what="payload" />
        </section>
      )}
      {Object.keys(overrides).length > 0 && (
        <section>
          <h2 className="mb-2 text-xs font-medium text-faint">Overrides of the trigger</h2>
          <JsonView value={overrides} what="overrides" />
        </section>
      )}
    </>
  );
}
