-- A run that comes from a digest brings all of its events to the next one, not just its own.
ALTER TABLE "digest_events" ADD COLUMN "count" INTEGER NOT NULL DEFAULT 1, ADD COLUMN "events" JSONB;
