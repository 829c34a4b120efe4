-- One number says how many workers in a row died with a job: after the first it runs beside others of that kind, later alone.
ALTER TABLE "work" ADD COLUMN "deaths" SMALLINT NOT NULL DEFAULT 0;
UPDATE "work" SET "deaths" = CASE WHEN "deaths_alone" > 0 THEN "deaths_alone" + 2 ELSE 1 END WHERE "after_death";
DROP INDEX "work_alone";
ALTER TABLE "work" DROP COLUMN "after_death", DROP COLUMN "deaths_alone";
CREATE INDEX "work_interrupted" ON "work" ("environment_id", "ready_at") WHERE "deaths" > 0 AND "worker_id" IS NULL;
