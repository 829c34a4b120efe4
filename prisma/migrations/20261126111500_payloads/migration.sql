-- What all runs of one trigger share is stored once, and they refer to it. Runs, messages and collected events that hold a
-- copy of their own stay as they are.
CREATE TABLE "payloads" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "payload" JSONB,
    "overrides" JSONB,
    "actor" JSONB,
    "tenant" JSONB,
    "context" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payloads_pkey" PRIMARY KEY ("environment_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "payloads_default" PARTITION OF "payloads" DEFAULT;

ALTER TABLE "notifications" ADD COLUMN "payload_id" TEXT COLLATE "C";
ALTER TABLE "fanouts" ADD COLUMN "payload_id" TEXT COLLATE "C";
ALTER TABLE "digest_events" ADD COLUMN "payload_id" TEXT COLLATE "C";

-- For the question whether a payload is still needed.
CREATE INDEX "digest_events_by_payload" ON "digest_events" ("environment_id", "payload_id") WHERE "payload_id" IS NOT NULL;

-- The list of history tables learns of the new one.
CREATE OR REPLACE FUNCTION "create_history_partitions"("months_ahead" integer, "months_back" integer DEFAULT 0) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE create_history_partition(history, (timezone('UTC', now()) + make_interval(months => month))::date))::integer
  FROM unnest(ARRAY['notifications', 'notification_topics', 'notification_outcomes', 'jobs', 'execution_details', 'messages', 'payloads']) AS history,
    generate_series(-months_back, months_ahead) AS month;
$$;

SELECT create_history_partitions(3);
