-- How far the waiting jobs of an ended outage have been made due, in the order of the queue. Null: nothing is left to do.
ALTER TABLE "outages"
  ADD COLUMN "release_ready_at" TIMESTAMPTZ(3),
  ADD COLUMN "release_job_id" TEXT COLLATE "C";

-- Nearly empty: a release takes seconds.
CREATE INDEX "outages_releasing" ON "outages" ("environment_id") WHERE "release_ready_at" IS NOT NULL;
