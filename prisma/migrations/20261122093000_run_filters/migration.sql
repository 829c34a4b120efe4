-- Lists of runs are filtered by status or reason together with workflow, channel and severity: within a value, each snapshot is an ordered
-- scan of its own. Nearly all runs end with the reason `sent`; those are found by their status, and cost no second entry.
DROP INDEX "notification_outcomes_environment_id_outcome_notification_i_idx";
DROP INDEX "notification_outcomes_environment_id_reason_notification_id_idx";
CREATE INDEX "notification_outcomes_by_outcome" ON "notification_outcomes" ("environment_id", "outcome", "snapshot_id", "notification_id");
CREATE INDEX "notification_outcomes_by_reason" ON "notification_outcomes" ("environment_id", "reason", "snapshot_id", "notification_id") WHERE "reason" <> 'sent';

-- The hour is that of the trigger, which every later change of the run's outcome finds again.
TRUNCATE "outcome_counts";
INSERT INTO "outcome_counts" ("environment_id", "hour", "workflow_id", "outcome", "count")
SELECT o."environment_id", date_trunc('hour', to_timestamp(('x' || left(o."notification_id", 8))::bit(32)::bigint), 'UTC'), s."workflow_id", o."outcome", count(*)
FROM "notification_outcomes" o JOIN "workflow_snapshots" s ON s."environment_id" = o."environment_id" AND s."id" = o."snapshot_id"
WHERE s."workflow_id" IS NOT NULL
GROUP BY 1, 2, 3, 4;

CREATE TABLE "saved_views" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "created_by_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("environment_id", "id")
);
