-- OpenID Connect providers through which members of an organization sign in.
CREATE TABLE "sign_in_providers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "client_secret" TEXT NOT NULL,
    "scopes" TEXT[] NOT NULL,
    "email_domains" TEXT[] NOT NULL,
    "creates_members" BOOLEAN NOT NULL,
    "default_role" TEXT NOT NULL,
    "owners_allowed" BOOLEAN NOT NULL,
    "active" BOOLEAN NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_providers_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sign_in_providers_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE INDEX "sign_in_providers_organization_id_idx" ON "sign_in_providers" ("organization_id");
CREATE UNIQUE INDEX "sign_in_providers_name" ON "sign_in_providers" ("organization_id", lower("name"));

-- Sessions that exist are sessions of a password.
ALTER TABLE "sessions" ADD COLUMN "sign_in_provider_id" TEXT COLLATE "C",
    ADD CONSTRAINT "sessions_sign_in_provider_id_fkey" FOREIGN KEY ("sign_in_provider_id")
      REFERENCES "sign_in_providers" ("id") ON DELETE CASCADE ON UPDATE CASCADE;
CREATE INDEX "sessions_sign_in_provider_id_idx" ON "sessions" ("sign_in_provider_id");

-- An identity belongs to one user.
CREATE UNIQUE INDEX "accounts_provider_id_account_id_key" ON "accounts" ("provider_id", "account_id");

-- Existing organizations do not require a provider.
ALTER TABLE "organizations" ADD COLUMN "sign_in_provider_required" BOOLEAN NOT NULL DEFAULT false;
