import { Copied } from '#components/ui/copied.tsx';
import { Fact, Facts } from '#components/ui/facts.tsx';
import { JsonView } from '#components/ui/json-view.tsx';
import { Missing } from '#components/ui/missing.tsx';
import { RelativeTime } from '#components/ui/relative-time.tsx';
import { Truncate } from '#components/ui/truncate.tsx';
import { nameOf } from '#lib/subscribers/name.ts';
import type { Subscriber } from '#lib/subscribers/schema.ts';
import { DeliveryHealth } from './delivery-health.tsx';

export function SubscriberFacts({ subscriber }: { subscriber: Subscriber }) {
  const { subscriberId, email, phone, locale, timezone, data } = subscriber;
  return (
    <>
      <h2 className="text-xl font-semibold break-words">{nameOf(subscriber)}</h2>
      <div className="sm:max-lg:grid sm:max-lg:grid-cols-2 sm:max-lg:gap-x-10">
        <Facts className="mt-3">
          <Fact label="Id">
            <Copied value={subscriberId} what="subscriber id" mono />
          </Fact>
          <Fact label="E-mail">
            <Copied value={email} what="e-mail address" />
          </Fact>
          <Fact label="Phone">
            <Copied value={phone} what="phone number" />
          </Fact>
          <Fact label="Language">
            <Truncate value={locale} />
          </Fact>
          <Fact label="Time zone">
            <Truncate value={timezone} />
          </Fact>
          <Fact label="Inbox">
            <Online subscriber={subscriber} />
          </Fact>
          <Fact label="Created">
            <RelativeTime value={subscriber.createdAt} absolute />
          </Fact>
          <Fact label="Updated">
            <RelativeTime value={subscriber.updatedAt} absolute />
          </Fact>
        </Facts>
        <div>
          <h3 className="mt-4 mb-2 text-xs font-medium text-faint">Delivery</h3>
          <DeliveryHealth subscriber={subscriber} />
          <h3 className="mt-4 mb-2 text-xs font-medium text-faint">Custom data</h3>
          {data && Object.keys(data).length > 0 ? <JsonView value={data} what="custom data" /> : <Missing />}
        </div>
      </div>
    </>
  );
}

function Online({ subscriber: { isOnline, lastOnlineAt } }: { subscriber: Subscriber }) {
  if (isOnline) return <span className="text-ok">Online now</span>;
  if (!lastOnlineAt) return <span className="text-faint">Never connected</span>;
  return (
    <span>
      Last seen <RelativeTime value={lastOnlineAt} />
    </span>
  );
}
