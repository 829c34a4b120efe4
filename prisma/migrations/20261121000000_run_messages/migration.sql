-- The messages of one run.
CREATE INDEX "messages_by_notification" ON "messages"("environment_id", "notification_id", "id");
