-- The environments whose rows are still to be removed. Their row of "environments" is gone, so nothing finds them.
CREATE TABLE "deleted_environments" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_environments_pkey" PRIMARY KEY ("id")
);
