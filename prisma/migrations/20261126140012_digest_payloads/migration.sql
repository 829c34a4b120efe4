-- The result of a digest and the events that it hands to another digest refer to large payloads that several runs share. Rows
-- of before hold copies and stay as they are.
ALTER TABLE "jobs" ADD COLUMN "payload_ids" TEXT[] COLLATE "C";
ALTER TABLE "digest_events" ADD COLUMN "payload_ids" TEXT[] COLLATE "C";

-- For the question whether a payload is still needed.
CREATE INDEX "jobs_by_payload" ON "jobs" USING gin ("environment_id", "payload_ids") WITH (fastupdate = on, gin_pending_list_limit = 64)
  WHERE "payload_ids" IS NOT NULL;
CREATE INDEX "digest_events_by_payloads" ON "digest_events" USING gin ("environment_id", "payload_ids") WITH (fastupdate = on, gin_pending_list_limit = 64)
  WHERE "payload_ids" IS NOT NULL;
