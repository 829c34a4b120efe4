-- How many times in a row the next batch of a fan-out failed.
ALTER TABLE "fanouts" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0;
