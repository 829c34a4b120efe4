-- Hosts that the HTTP steps of an environment cannot reach now (lib/engine/breakers.ts).
CREATE TABLE "host_breakers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "host" TEXT COLLATE "C" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "probe_at" TIMESTAMPTZ(3) NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "host_breakers_pkey" PRIMARY KEY ("environment_id", "host")
);

CREATE INDEX "host_breakers_by_age" ON "host_breakers"("environment_id", "probe_at");
