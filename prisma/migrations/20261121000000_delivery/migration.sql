-- Delivery: the queue, what a run needs of its trigger, and why things happened.

ALTER TABLE "environments" ADD COLUMN "failover" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "workflow_snapshots" ADD COLUMN "settings" JSONB;
ALTER TABLE "notifications"
  ADD COLUMN "workflow_version" INTEGER,
  ADD COLUMN "actor" JSONB,
  ADD COLUMN "tenant" JSONB,
  ADD COLUMN "context" JSONB,
  ADD COLUMN "ended" JSONB;
ALTER TABLE "jobs"
  ALTER COLUMN "step" DROP NOT NULL,
  ADD COLUMN "step_key" BIGINT,
  ADD COLUMN "reason" JSONB,
  ADD COLUMN "result" JSONB,
  ADD COLUMN "waited_since" TIMESTAMPTZ(3);
ALTER TABLE "execution_details" ADD COLUMN "reason" JSONB;
ALTER TABLE "messages"
  ADD COLUMN "reason" JSONB,
  ADD COLUMN "provider_message_id" TEXT,
  ADD COLUMN "inbox" JSONB;
CREATE INDEX "messages_by_provider_message" ON "messages" ("environment_id", "provider_message_id") WHERE "provider_message_id" IS NOT NULL;

CREATE TABLE "job_steps" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" BIGINT NOT NULL,
    "content" JSONB NOT NULL,

    CONSTRAINT "job_steps_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Rows live for milliseconds and are updated at every claim: room within the page, and vacuum by number of dead rows.
CREATE TABLE "work" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "job_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "lane" SMALLINT NOT NULL,
    "ready_at" TIMESTAMPTZ(3) NOT NULL,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "worker_id" TEXT COLLATE "C",
    "lease_until" TIMESTAMPTZ(3),
    "first_claimed_at" TIMESTAMPTZ(3),
    "series_started_at" TIMESTAMPTZ(3),
    "after_death" BOOLEAN NOT NULL DEFAULT false,
    "deaths_alone" SMALLINT NOT NULL DEFAULT 0,
    "ended" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "work_pkey" PRIMARY KEY ("environment_id", "job_id")
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

CREATE INDEX "work_ready" ON "work" ("environment_id", "lane", "ready_at", "job_id") WHERE "worker_id" IS NULL;
CREATE INDEX "work_leased" ON "work" ("environment_id", "worker_id", "lease_until") WHERE "worker_id" IS NOT NULL;
CREATE INDEX "work_alone" ON "work" ("environment_id", "ready_at") WHERE "after_death" AND "worker_id" IS NULL;
CREATE INDEX "work_by_notification" ON "work" ("environment_id", "notification_id");

CREATE TABLE "workers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "lock_key" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "notification_outcomes" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "snapshot_id" BIGINT NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_outcomes_pkey" PRIMARY KEY ("environment_id", "notification_id")
) PARTITION BY RANGE ("notification_id");
CREATE TABLE "notification_outcomes_default" PARTITION OF "notification_outcomes" DEFAULT;
CREATE INDEX "notification_outcomes_environment_id_outcome_notification_i_idx" ON "notification_outcomes" ("environment_id", "outcome", "notification_id");
CREATE INDEX "notification_outcomes_environment_id_reason_notification_id_idx" ON "notification_outcomes" ("environment_id", "reason", "notification_id");

CREATE TABLE "trigger_refusals" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "workflow" TEXT NOT NULL,
    "transaction_id" TEXT,
    "code" TEXT NOT NULL,
    "reason" JSONB NOT NULL,
    "recipients" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trigger_refusals_pkey" PRIMARY KEY ("environment_id", "id")
);
CREATE INDEX "trigger_refusals_environment_id_workflow_id_idx" ON "trigger_refusals" ("environment_id", "workflow", "id");

CREATE TABLE "suppressions" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("environment_id", "channel", "address")
);

-- Both lists of history tables learn of the new one.
CREATE OR REPLACE FUNCTION "create_history_partition"("history" text, "day" date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', day::timestamp);
  lower_id text := lpad(to_hex(extract(epoch FROM month)::bigint), 8, '0');
  upper_id text := lpad(to_hex(extract(epoch FROM month + interval '1 month')::bigint), 8, '0');
  part text := history || '_' || to_char(month, 'YYYY_MM');
  key text := CASE WHEN history IN ('notification_topics', 'notification_outcomes') THEN 'notification_id' ELSE 'id' END;
  taken boolean;
BEGIN
  IF to_regclass(part) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I >= %L AND %I < %L)', history || '_default', key, lower_id, key, upper_id)
    INTO taken;
  IF taken THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, history);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', history, part, lower_id, upper_id);
  RETURN true;
END;
$$;

CREATE OR REPLACE FUNCTION "create_history_partitions"("months_ahead" integer, "months_back" integer DEFAULT 0) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE create_history_partition(history, (timezone('UTC', now()) + make_interval(months => month))::date))::integer
  FROM unnest(ARRAY['notifications', 'notification_topics', 'notification_outcomes', 'jobs', 'execution_details', 'messages']) AS history,
    generate_series(-months_back, months_ahead) AS month;
$$;

SELECT create_history_partitions(3);
