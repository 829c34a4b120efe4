-- When the provider accepted the message, or the inbox stored it. NULL for messages that were sent before this column existed.
ALTER TABLE "messages" ADD COLUMN "sent_at" TIMESTAMPTZ(3);
-- The sender of an email: a name and an address.
ALTER TABLE "messages" ADD COLUMN "sent_from" TEXT;

-- The class of the time from a trigger to an end: how many of these durations it reached. lib/time/slowness.ts names them.
-- A run’s ID holds the time of its trigger in units of 1/65536 s; a foreign ID has no class. Its content is inlined into
-- statements and indexes.
CREATE FUNCTION "slowness"("ended_at" timestamptz, "run_id" text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN translate("run_id", '0123456789abcdef', '') = '' THEN
    width_bucket("ended_at" - to_timestamp(('x' || left("run_id", 12))::bit(48)::bigint::double precision / 65536),
      ARRAY[interval '10 s', interval '1 min', interval '10 min', interval '1 h', interval '1 day']) END;
$$;

-- Slow messages by class. Most are fast, and cost no entry.
CREATE INDEX "messages_slow" ON "messages" ("environment_id", "slowness"("sent_at", "notification_id"), "id")
  WHERE "slowness"("sent_at", "notification_id") > 0;
-- Slow runs by class and snapshot: each snapshot is an ordered scan of its own.
CREATE INDEX "notification_outcomes_slow"
  ON "notification_outcomes" ("environment_id", "slowness"("created_at", "notification_id"), "snapshot_id", "notification_id")
  WHERE "slowness"("created_at", "notification_id") > 0;
