-- Openings and clicks of emails are tracked only where both are true.
ALTER TABLE "environments" ADD COLUMN "tracking" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "workflows" ADD COLUMN "is_tracked" BOOLEAN NOT NULL DEFAULT false;

-- Read for each batch of an environment that tracks.
CREATE INDEX "workflows_tracked" ON "workflows" ("environment_id", "id") WHERE "is_tracked";
