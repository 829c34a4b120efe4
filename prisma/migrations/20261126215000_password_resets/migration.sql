CREATE TABLE "password_resets" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "created_by_id" TEXT COLLATE "C",
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "password_resets_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "password_resets_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "password_resets_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Finds the link of a token.
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets" ("token_hash");
-- The links of an organization.
CREATE INDEX "password_resets_organization_id_idx" ON "password_resets" ("organization_id");
-- The links of a user, which a new one revokes.
CREATE INDEX "password_resets_user_id_idx" ON "password_resets" ("user_id");
