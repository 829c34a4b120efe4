-- Explain finds a message by its provider's id. An entry of the index has no room for an endless one (lib/engine/message-record.ts).
UPDATE "messages" SET "provider_message_id" = left("provider_message_id", 255) WHERE length("provider_message_id") > 255;
CREATE INDEX "messages_by_provider_message" ON "messages" ("environment_id", "provider_message_id") WHERE "provider_message_id" IS NOT NULL;
