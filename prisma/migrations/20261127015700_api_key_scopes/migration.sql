-- Existing keys keep every right, and have no end.
ALTER TABLE "api_keys"
    ADD COLUMN "scope" TEXT COLLATE "C" NOT NULL DEFAULT 'all',
    ADD COLUMN "expires_at" TIMESTAMPTZ(3),
    ADD COLUMN "replaced_by_id" TEXT COLLATE "C";

-- Calls by API key and hour. To count the request log would read all calls of the environment.
CREATE TABLE "api_key_calls" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "api_key_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "api_key_calls_pkey" PRIMARY KEY ("environment_id", "api_key_id", "hour")
);

-- The calls of the last day. IDs begin with the time in seconds.
INSERT INTO "api_key_calls" ("environment_id", "api_key_id", "hour", "calls")
SELECT r."environment_id", r."api_key_id", date_trunc('hour', r."created_at", 'UTC'), count(*)
FROM "environments" e
JOIN "request_log" r ON r."environment_id" = e."id"
    AND r."id" >= rpad(lpad(to_hex(floor(extract(epoch FROM now() - interval '25 hours'))::bigint), 8, '0'), 24, '0')
GROUP BY 1, 2, 3;
