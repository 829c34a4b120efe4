-- Why an address is suppressed, and an ID by which the list is sorted. Nothing has filled the table so far, so it is small. The ID
-- has the form of newId(): the time, then 12 characters of the content.
ALTER TABLE "suppressions"
  ADD COLUMN "id" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    lpad(to_hex(floor(extract(epoch FROM "created_at" AT TIME ZONE 'UTC'))::bigint), 8, '0')
    || lpad(to_hex(floor(extract(milliseconds FROM "created_at" AT TIME ZONE 'UTC'))::bigint % 1000 * 65536 / 1000), 4, '0')
    || substr(md5("channel" || ' ' || "address"), 1, 12)) STORED,
  ADD COLUMN "message_id" TEXT COLLATE "C",
  ADD COLUMN "notification_id" TEXT COLLATE "C",
  ADD COLUMN "words" TEXT,
  ADD COLUMN "note" TEXT,
  DROP CONSTRAINT "suppressions_pkey",
  ADD CONSTRAINT "suppressions_pkey" PRIMARY KEY ("environment_id", "id");

-- One suppression per address. Workers look addresses up by it.
CREATE UNIQUE INDEX "suppressions_address" ON "suppressions" ("environment_id", "channel", "address");
-- The list by cause and channel. Each pair of them is one range in the order of the list.
CREATE INDEX "suppressions_by_cause" ON "suppressions" ("environment_id", "event", "channel", "id");
-- Addresses by their beginning, and by their domain.
CREATE INDEX "suppressions_by_beginning" ON "suppressions" ("environment_id", "address" COLLATE "C", "channel", "event");
CREATE INDEX "suppressions_by_domain" ON "suppressions" ("environment_id", (split_part("address", '@', 2)) COLLATE "C", "id");

-- When a person removed an address from the list. Events of an earlier time do not suppress it again.
CREATE TABLE "suppression_removals" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppression_removals_pkey" PRIMARY KEY ("environment_id", "channel", "address")
);
CREATE INDEX "suppression_removals_environment_id_removed_at_idx" ON "suppression_removals" ("environment_id", "removed_at");
