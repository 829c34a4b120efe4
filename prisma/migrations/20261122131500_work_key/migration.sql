-- One index for a run's work and for one job's, so that no statement about jobs can be planned as a read of the whole queue.
ALTER TABLE "work" DROP CONSTRAINT "work_pkey";
ALTER TABLE "work" ADD CONSTRAINT "work_pkey" PRIMARY KEY ("environment_id", "notification_id", "job_id");
DROP INDEX "work_by_notification";
