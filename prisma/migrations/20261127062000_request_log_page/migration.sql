-- The request log is a page: calls of people that failed, encrypted details, and an index for each of its main filters.
ALTER TABLE "request_log"
    ALTER COLUMN "api_key_id" DROP NOT NULL,
    ADD COLUMN "user_id" TEXT COLLATE "C",
    ADD COLUMN "details" TEXT;

CREATE INDEX "request_log_environment_id_request_id_id_idx" ON "request_log" ("environment_id", "request_id", "id");
CREATE INDEX "request_log_environment_id_api_key_id_id_idx" ON "request_log" ("environment_id", "api_key_id", "id");

-- Most calls succeed and are made by API keys, so these two indexes are small.
CREATE INDEX "request_log_rejected" ON "request_log" ("environment_id", "id") WHERE "status" >= 400;
CREATE INDEX "request_log_user" ON "request_log" ("environment_id", "user_id", "id") WHERE "user_id" IS NOT NULL;
