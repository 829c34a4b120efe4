-- The secret that a user's authenticator app shares with Belfry.
CREATE TABLE "two_step_secrets" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "secret" TEXT NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "last_step" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "two_step_secrets_pkey" PRIMARY KEY ("user_id"),
    CONSTRAINT "two_step_secrets_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Each replaces a code of the app once.
CREATE TABLE "recovery_codes" (
    "user_id" TEXT COLLATE "C" NOT NULL,
    "code_hash" TEXT NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "recovery_codes_pkey" PRIMARY KEY ("user_id", "code_hash"),
    CONSTRAINT "recovery_codes_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Existing organizations do not require two-step sign-in.
ALTER TABLE "organizations" ADD COLUMN "two_step_required" BOOLEAN NOT NULL DEFAULT false;
