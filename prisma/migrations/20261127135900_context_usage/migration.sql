-- Find the preferences and subscriptions of a context. Few rows have one, so the indexes cost the others nothing.
CREATE INDEX "preferences_by_context" ON "preferences" ("environment_id", "context_keys") WHERE "context_keys" <> '{}';
CREATE INDEX "topic_subscriptions_by_context" ON "topic_subscriptions" ("environment_id", "context_keys") WHERE "context_keys" <> '{}';
