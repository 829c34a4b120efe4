-- Jobs are only read with their run: one index serves as the key and for that.
ALTER TABLE "jobs" DROP CONSTRAINT "jobs_pkey";
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_pkey" PRIMARY KEY ("environment_id", "notification_id", "id");
DROP INDEX "jobs_environment_id_notification_id_id_idx";
