-- What is snoozed, by when that ends.
CREATE INDEX "messages_snoozed" ON "messages" ("environment_id", "snoozed_until") WHERE "snoozed_until" IS NOT NULL;
