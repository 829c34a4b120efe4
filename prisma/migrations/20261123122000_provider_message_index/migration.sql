-- Explain finds a message by its provider's id. By hash: an id may be longer than an entry of a B-tree.
CREATE INDEX "messages_by_provider_message" ON "messages" USING hash ("provider_message_id") WHERE "provider_message_id" IS NOT NULL;
