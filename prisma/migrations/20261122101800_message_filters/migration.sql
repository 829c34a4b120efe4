-- Messages that were not sent, and those of one provider, newest first.
CREATE INDEX "messages_unsent" ON "messages" ("environment_id", "status", "id") WHERE "status" <> 'sent';
CREATE INDEX "messages_by_provider" ON "messages" ("environment_id", "provider_id", "id");
