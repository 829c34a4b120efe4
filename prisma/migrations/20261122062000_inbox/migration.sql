-- What a subscriber does with in-app messages beyond seeing and reading them.
ALTER TABLE "messages"
  ADD COLUMN "first_seen_at" TIMESTAMPTZ(3),
  ADD COLUMN "archived_at" TIMESTAMPTZ(3);
