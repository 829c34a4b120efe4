-- When a trigger last needed a stored step or workflow, to the day. What no kept run can refer to is deleted by it.
ALTER TABLE "job_steps" ADD COLUMN "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
ALTER TABLE "workflow_snapshots" ADD COLUMN "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;
CREATE INDEX "job_steps_by_use" ON "job_steps"("environment_id", "used_at");
CREATE INDEX "workflow_snapshots_by_use" ON "workflow_snapshots"("environment_id", "used_at");
