-- The run and step that a run sends again: {notificationId, jobId}. Null for runs of triggers.
ALTER TABLE "notifications" ADD COLUMN "resend_of" JSONB;
