-- When a member who may see sensitive content retried a step.
ALTER TABLE "work" ADD COLUMN "address_allowed_at" TIMESTAMPTZ(3);
