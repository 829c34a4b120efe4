-- Topics: their data, and their subscriptions in the order in which a fan-out reads them.
ALTER TABLE "topics" ADD COLUMN "data" JSONB;
CREATE INDEX "topic_subscriptions_by_subscriber" ON "topic_subscriptions" ("environment_id", "topic_id", "subscriber_id", "id");

-- Conditions are a list: each says for which workflow it is, none means every workflow.
UPDATE "topic_subscriptions"
SET "conditions" = jsonb_build_array(jsonb_build_object('workflowId', NULL, 'enabled', true, 'condition', "conditions"))
WHERE jsonb_typeof("conditions") = 'object';
