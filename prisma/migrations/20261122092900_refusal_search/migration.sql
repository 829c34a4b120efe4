-- Which refused triggers named somebody, and which had a transaction id. New entries wait in a short list, as with subscribers.
CREATE INDEX "trigger_refusals_by_recipient" ON "trigger_refusals" USING gin ("environment_id", "recipients") WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "trigger_refusals_by_transaction" ON "trigger_refusals" ("environment_id", "transaction_id", "id") WHERE "transaction_id" IS NOT NULL;
