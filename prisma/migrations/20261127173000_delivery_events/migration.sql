-- What providers report about messages after they accepted them. The key makes an event that arrives again the same row.
CREATE TABLE "delivery_events" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "bounce" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "vendor_event_id" TEXT NOT NULL,
    "provider_message_id" TEXT,
    "claimed_message_id" TEXT COLLATE "C",
    "message_id" TEXT COLLATE "C",
    "notification_id" TEXT COLLATE "C",
    "of_copy" BOOLEAN NOT NULL DEFAULT false,
    "recipient" TEXT,
    "words" TEXT,
    "code" TEXT,
    "raw" JSONB NOT NULL DEFAULT '{}',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),

    CONSTRAINT "delivery_events_pkey" PRIMARY KEY ("environment_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "delivery_events_default" PARTITION OF "delivery_events" DEFAULT;

-- The events of a message.
CREATE INDEX "delivery_events_by_message" ON "delivery_events" ("environment_id", "message_id") WHERE "message_id" IS NOT NULL;
-- Events whose message is still to be found. Nearly empty.
CREATE INDEX "delivery_events_waiting" ON "delivery_events" ("environment_id", "next_try_at") WHERE "next_try_at" IS NOT NULL;

CREATE OR REPLACE FUNCTION "create_history_partitions"("months_ahead" integer, "months_back" integer DEFAULT 0) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE create_history_partition(history, (timezone('UTC', now()) + make_interval(months => month))::date))::integer
  FROM unnest(ARRAY['notifications', 'notification_topics', 'notification_outcomes', 'jobs', 'execution_details', 'messages', 'payloads', 'delivery_events']) AS history,
    generate_series(-months_back, months_ahead) AS month;
$$;

SELECT create_history_partitions(3);

-- The address to which a provider pushes the events of an integration, and what arrived last.
CREATE TABLE "event_addresses" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "secret" TEXT,
    "arrived_at" TIMESTAMPTZ(3),
    "arrived_kind" TEXT,
    "refused_at" TIMESTAMPTZ(3),
    "refused_words" TEXT,

    CONSTRAINT "event_addresses_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "event_addresses_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);
