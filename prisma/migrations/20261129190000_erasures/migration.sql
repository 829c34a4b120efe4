-- Requests to erase a subscriber from everywhere. A worker advances each in small batches, and this row is its position.
CREATE TABLE "erasures" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "status" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "identity" TEXT,
    "stage" TEXT NOT NULL,
    "cursor" TEXT COLLATE "C",
    "counts" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("environment_id", "id")
);

-- One running erasure per subscriber. Workers find the environments with one in this index.
CREATE UNIQUE INDEX "erasures_running" ON "erasures" ("environment_id", "subject") WHERE "status" = 'running';

-- The key of the hashes under which suppressed addresses of erased subscribers are stored.
CREATE TABLE "erasure_secrets" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "secret" TEXT NOT NULL,

    CONSTRAINT "erasure_secrets_pkey" PRIMARY KEY ("environment_id")
);
