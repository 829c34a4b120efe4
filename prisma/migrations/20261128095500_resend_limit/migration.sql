-- Hours after the trigger in which a run may be retried, sent again or recovered. NULL: always.
ALTER TABLE "workflows" ADD COLUMN "resend_within_hours" INTEGER;
