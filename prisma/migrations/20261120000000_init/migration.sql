-- The whole schema. prisma/schema.prisma describes the same tables for Prisma, with the content of each column. This file adds
-- what Prisma cannot express: collations, partitions, generated columns, partial and trigram indexes, storage parameters,
-- functions and triggers.
--
-- Citus adds two rules for tenant tables:
-- - IDs have the collation "C". Citus places the rows of one environment on one node only if the collations are equal.
-- - Foreign keys have ON UPDATE NO ACTION. Keys never change, and Citus rejects foreign keys that change with them.

CREATE SCHEMA IF NOT EXISTS "public";

-- Substring search, and IDs in the same index as trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- ── The installation ───────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "organizations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "two_step_required" BOOLEAN NOT NULL DEFAULT false,
    "sign_in_provider_required" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "environments" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "retention_days" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,
    "failover" BOOLEAN NOT NULL DEFAULT false,
    "signing_secret" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "color" TEXT NOT NULL DEFAULT 'blue',
    "is_demo" BOOLEAN NOT NULL DEFAULT false,
    "page_name" TEXT,
    "page_color" TEXT,
    "page_logo_id" TEXT COLLATE "C",
    "tracking" BOOLEAN NOT NULL DEFAULT false,
    "reply_to" TEXT,
    "page_url" TEXT,
    "inbox_origins" TEXT[] NOT NULL DEFAULT '{}',

    CONSTRAINT "environments_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "environments_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The address of a page names an environment by its slug.
CREATE UNIQUE INDEX "environments_organization_id_slug_key" ON "environments" ("organization_id", "slug");
-- Two environments of an organization never share a name.
CREATE UNIQUE INDEX "environments_organization_id_name_key" ON "environments" ("organization_id", lower("name"));

-- Apart from the environments, because these are read with most requests. The ID follows from the content.
CREATE TABLE "recipient_page_logos" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "content_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "recipient_page_logos_pkey" PRIMARY KEY ("environment_id", "id")
);

-- The environments whose rows are still to be deleted.
CREATE TABLE "deleted_environments" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_environments_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "environment_variables" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT COLLATE "C" NOT NULL,
    "is_secret" BOOLEAN NOT NULL,
    "values" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "environment_variables_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "environment_variables_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Templates name a variable by its key.
CREATE UNIQUE INDEX "environment_variables_organization_id_key_key" ON "environment_variables" ("organization_id", "key");

-- ── People ─────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "users" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "password_changed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- Sign-in by email.
CREATE UNIQUE INDEX "users_email_key" ON "users" ("email");

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

-- The providers of an organization.
CREATE INDEX "sign_in_providers_organization_id_idx" ON "sign_in_providers" ("organization_id");
-- Two providers of an organization never share a name.
CREATE UNIQUE INDEX "sign_in_providers_name" ON "sign_in_providers" ("organization_id", lower("name"));

CREATE TABLE "sessions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sign_in_provider_id" TEXT COLLATE "C",

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "sessions_sign_in_provider_id_fkey" FOREIGN KEY ("sign_in_provider_id")
      REFERENCES "sign_in_providers" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Every request of a person looks its session up.
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions" ("token");
-- The sessions of a user, also when the user is deleted.
CREATE INDEX "sessions_user_id_idx" ON "sessions" ("user_id");
-- The sessions of a provider, also when the provider is deleted.
CREATE INDEX "sessions_sign_in_provider_id_idx" ON "sessions" ("sign_in_provider_id");

CREATE TABLE "accounts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "account_id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "access_token" TEXT,
    "refresh_token" TEXT,
    "id_token" TEXT,
    "access_token_expires_at" TIMESTAMPTZ(3),
    "refresh_token_expires_at" TIMESTAMPTZ(3),
    "scope" TEXT,
    "password" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The password of a user, also when the user is deleted.
CREATE INDEX "accounts_user_id_idx" ON "accounts" ("user_id");
-- An identity belongs to one user.
CREATE UNIQUE INDEX "accounts_provider_id_account_id_key" ON "accounts" ("provider_id", "account_id");

CREATE TABLE "verifications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- The lookup of better-auth.
CREATE INDEX "verifications_identifier_idx" ON "verifications" ("identifier");

CREATE TABLE "members" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "members_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id")
      REFERENCES "users" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- One membership per person, and the members of an organization.
CREATE UNIQUE INDEX "members_organization_id_user_id_key" ON "members" ("organization_id", "user_id");
-- The organizations of a user.
CREATE INDEX "members_user_id_idx" ON "members" ("user_id");

CREATE TABLE "invitations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "invited_by_id" TEXT COLLATE "C" NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "accepted_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id")
      REFERENCES "organizations" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- The link of an invitation.
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations" ("token_hash");
-- The invitations of an organization.
CREATE INDEX "invitations_organization_id_idx" ON "invitations" ("organization_id");

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

-- The link of a token.
CREATE UNIQUE INDEX "password_resets_token_hash_key" ON "password_resets" ("token_hash");
-- The links of an organization.
CREATE INDEX "password_resets_organization_id_idx" ON "password_resets" ("organization_id");
-- The links of a user, which a new one revokes.
CREATE INDEX "password_resets_user_id_idx" ON "password_resets" ("user_id");

CREATE TABLE "api_keys" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "hint" TEXT NOT NULL,
    "can_publish" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" TEXT COLLATE "C",
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "scope" TEXT COLLATE "C" NOT NULL DEFAULT 'all',
    "expires_at" TIMESTAMPTZ(3),
    "replaced_by_id" TEXT COLLATE "C",

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "api_keys_environment_id_fkey" FOREIGN KEY ("environment_id")
      REFERENCES "environments" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- Every request with a key looks it up by its hash.
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys" ("hash");
-- The keys of an environment, newest first.
CREATE INDEX "api_keys_environment_id_id_idx" ON "api_keys" ("environment_id", "id");

-- Calls by API key and hour. Counting in the request log would read all calls of the environment.
CREATE TABLE "api_key_calls" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "api_key_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "api_key_calls_pkey" PRIMARY KEY ("environment_id", "api_key_id", "hour")
);

CREATE TABLE "sign_in_failures" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("key", "window_start")
);

-- Maintenance deletes old windows.
CREATE INDEX "sign_in_failures_window_start_idx" ON "sign_in_failures" ("window_start");

-- ── Requests ───────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "idempotency_records" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "scope_hash" TEXT COLLATE "C" NOT NULL,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("environment_id", "scope_hash")
);

-- Maintenance deletes old records.
CREATE INDEX "idempotency_records_environment_id_created_at_idx" ON "idempotency_records" ("environment_id", "created_at");

CREATE TABLE "rate_limit_buckets" (
    "key" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_buckets_pkey" PRIMARY KEY ("key")
);

CREATE TABLE "audit_log" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C",
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT COLLATE "C" NOT NULL,
    "actor_label" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "resource_type" TEXT NOT NULL,
    "resource_id" TEXT COLLATE "C" NOT NULL,
    "resource_label" TEXT,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);

-- The log without a filter. Each further index serves one filter, or an actor with another filter. Every index ends with the
-- ID, so that each list is read newest first.
CREATE INDEX "audit_log_organization_id_id_idx" ON "audit_log" ("organization_id", "id");
CREATE INDEX "audit_log_organization_id_actor_id_id_idx" ON "audit_log" ("organization_id", "actor_id", "id");
CREATE INDEX "audit_log_organization_id_action_id_idx" ON "audit_log" ("organization_id", "action", "id");
CREATE INDEX "audit_log_organization_id_resource_type_id_idx" ON "audit_log" ("organization_id", "resource_type", "id");
-- Few resources share an ID, so the type need not come first.
CREATE INDEX "audit_log_organization_id_resource_id_id_idx" ON "audit_log" ("organization_id", "resource_id", "id");
CREATE INDEX "audit_log_organization_id_environment_id_id_idx" ON "audit_log" ("organization_id", "environment_id", "id");
CREATE INDEX "audit_log_organization_id_actor_id_action_id_idx" ON "audit_log" ("organization_id", "actor_id", "action", "id");
CREATE INDEX "audit_log_organization_id_actor_id_resource_type_id_idx" ON "audit_log" ("organization_id", "actor_id", "resource_type", "id");

-- One plan serves every value. If PostgreSQL took a column to hold one value, as in the log of a single person, its plan for
-- another value would walk the whole log.
ALTER TABLE "audit_log"
    ALTER COLUMN "actor_id" SET (n_distinct = 100),
    ALTER COLUMN "action" SET (n_distinct = 100),
    ALTER COLUMN "resource_type" SET (n_distinct = 20),
    ALTER COLUMN "resource_id" SET (n_distinct = -0.1),
    ALTER COLUMN "environment_id" SET (n_distinct = 10);

CREATE TABLE "request_log" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "api_key_id" TEXT COLLATE "C",
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "operation_id" TEXT COLLATE "C",
    "status" INTEGER NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "user_id" TEXT COLLATE "C",
    "details" TEXT,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Requests that failed through a fault of Belfry. Usually empty.
CREATE INDEX "request_log_failed" ON "request_log" ("environment_id", "id") WHERE "status" >= 500;
-- A request by its ID.
CREATE INDEX "request_log_environment_id_request_id_id_idx" ON "request_log" ("environment_id", "request_id", "id");
-- The calls of an API key.
CREATE INDEX "request_log_environment_id_api_key_id_id_idx" ON "request_log" ("environment_id", "api_key_id", "id");
-- Most calls succeed and are made by API keys, so these two indexes are small.
CREATE INDEX "request_log_rejected" ON "request_log" ("environment_id", "id") WHERE "status" >= 400;
CREATE INDEX "request_log_user" ON "request_log" ("environment_id", "user_id", "id") WHERE "user_id" IS NOT NULL;

-- ── Subscribers ────────────────────────────────────────────────────────────────────────────────────────────────────

-- Folds the searched text of a subscriber, and what people type, in the same way: small letters, no accents, no apostrophes.
-- A space after each separator and around each letter of a script without spaces makes every part of a name, address or ID a
-- word. So the trigram index also knows where short words start.
CREATE FUNCTION "search_fold"("value" TEXT) RETURNS TEXT LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  folded TEXT := value;
BEGIN
  IF octet_length(folded) <> char_length(folded) THEN
    folded := normalize(regexp_replace(normalize(folded, NFKD), '[\u0300-\u036f\u0591-\u05bd\u05bf-\u05c7\u064b-\u065f\u0670]', '', 'g'), NFC);
    folded := translate(lower(folded), 'ıøđðłħŧς’‘ʼ', 'ioddlhtσ');
    folded := replace(replace(replace(replace(folded, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
    folded := regexp_replace(folded, '([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\U00020000-\U0003ffff])', ' \1 ', 'g');
  END IF;
  folded := replace(replace(replace(replace(lower(folded), '-', '- '), '.', '. '), '_', '_ '), '@', '@ ');
  RETURN replace(replace(replace(folded, '/', '/ '), ':', ': '), '''', '');
END
$$;

-- The language of a locale: `de` of `de-AT` and `DE_ch`. Its content is inlined into statements and the index.
CREATE FUNCTION "language_of"("locale" text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(split_part(translate("locale", '_', '-'), '-', 1)) COLLATE "C";
$$;

CREATE TABLE "subscribers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "name" TEXT GENERATED ALWAYS AS (btrim(coalesce("first_name", '') || ' ' || coalesce("last_name", ''))) STORED,
    "search" TEXT GENERATED ALWAYS AS (' ' || "search_fold"(
      coalesce("first_name", '') || ' ' || coalesce("last_name", '') || ' ' || coalesce("email", '') || ' ' || coalesce("phone", '') || ' ' ||
      CASE WHEN "phone" ~ '[ ()./-]' THEN translate("phone", ' ()./-', '') || ' ' ELSE '' END || "subscriber_id" COLLATE "default")) STORED,
    "avatar" TEXT,
    "locale" TEXT,
    "timezone" TEXT,
    "data" JSONB,
    "is_online" BOOLEAN,
    "last_online_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "email_restricted_at" TIMESTAMPTZ(3),
    "phone_restricted_at" TIMESTAMPTZ(3),

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("environment_id", "id")
);

-- The ID of the caller.
CREATE UNIQUE INDEX "subscribers_environment_id_subscriber_id_key" ON "subscribers" ("environment_id", "subscriber_id");
-- The list by last change.
CREATE INDEX "subscribers_environment_id_updated_at_id_idx" ON "subscribers" ("environment_id", "updated_at", "id");
-- The exact email of a filter of runs.
CREATE INDEX "subscribers_email" ON "subscribers" ("environment_id", "email" COLLATE "C") WHERE "email" IS NOT NULL;
-- Subscribers by language. Those without a locale cost no entry.
CREATE INDEX "subscribers_language" ON "subscribers" ("environment_id", "language_of"("locale"), "id") WHERE "locale" IS NOT NULL;

-- The searched texts have their own table, because products write the same subscribers again and again. Each such write makes
-- a new version of the row, and trigram indexes on that row would take all of its trigrams again.
CREATE TABLE "subscriber_search" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "email" TEXT,
    "phone" TEXT,
    "name" TEXT,
    "search" TEXT NOT NULL,

    CONSTRAINT "subscriber_search_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Substrings, case-sensitive. New entries wait in a list and are sorted in together, which halves the cost of an upsert. Every
-- search reads that list, so it is as short as possible (64 kB, about 0.1 ms).
CREATE INDEX "subscriber_search_email" ON "subscriber_search" USING gin ("environment_id", "email" gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "subscriber_search_phone" ON "subscriber_search" USING gin ("environment_id", "phone" gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "subscriber_search_name" ON "subscriber_search" USING gin ("environment_id", "name" gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 64);
-- The search of the dashboard: parts of any text, folded.
CREATE INDEX "subscriber_search_search" ON "subscriber_search" USING gin ("environment_id", "search" gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 64);
-- Subscribers without an email address, without a phone number, and without both. This table is written only if a text changes,
-- so repeated writes of the same subscriber cost nothing.
CREATE INDEX "subscriber_search_no_email" ON "subscriber_search" ("environment_id", "id") WHERE coalesce("email", '') = '';
CREATE INDEX "subscriber_search_no_phone" ON "subscriber_search" ("environment_id", "id") WHERE coalesce("phone", '') = '';
CREATE INDEX "subscriber_search_no_address" ON "subscriber_search" ("environment_id", "id")
  WHERE coalesce("email", '') = '' AND coalesce("phone", '') = '';

-- Keeps subscriber_search equal to the texts of subscribers.
CREATE FUNCTION "keep_subscriber_search"() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO subscriber_search VALUES (NEW.environment_id, NEW.id, NEW.email, NEW.phone, NEW.name, NEW.search);
  ELSIF TG_OP = 'UPDATE' THEN
    UPDATE subscriber_search t SET email = NEW.email, phone = NEW.phone, name = NEW.name, search = NEW.search
    WHERE t.environment_id = NEW.environment_id AND t.id = NEW.id;
  ELSE
    DELETE FROM subscriber_search t WHERE t.environment_id = OLD.environment_id AND t.id = OLD.id;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER "subscriber_search_kept" AFTER INSERT OR DELETE ON "subscribers"
  FOR EACH ROW EXECUTE FUNCTION "keep_subscriber_search"();
CREATE TRIGGER "subscriber_search_changed" AFTER UPDATE ON "subscribers"
  FOR EACH ROW WHEN ((OLD.email, OLD.phone, OLD.name, OLD.search) IS DISTINCT FROM (NEW.email, NEW.phone, NEW.name, NEW.search))
  EXECUTE FUNCTION "keep_subscriber_search"();

CREATE TABLE "deleted_subscribers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "avatar" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "deleted_subscribers_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Filters of the history by the ID of the caller.
CREATE INDEX "deleted_subscribers_environment_id_subscriber_id_idx" ON "deleted_subscribers" ("environment_id", "subscriber_id");
-- Filters of the history by email.
CREATE INDEX "deleted_subscribers_environment_id_email_idx" ON "deleted_subscribers" ("environment_id", "email");
-- Searches of the history, as above.
CREATE INDEX "deleted_subscribers_email_search" ON "deleted_subscribers" USING gin ("environment_id", "email" gin_trgm_ops)
  WITH (fastupdate = on, gin_pending_list_limit = 64);

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

-- The sessions of subscribers in an embedded inbox.
CREATE TABLE "inbox_sessions" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "token_hash" TEXT NOT NULL,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbox_sessions_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "inbox_sessions_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- Maintenance deletes the oldest first.
CREATE INDEX "inbox_sessions_environment_id_expires_at_idx" ON "inbox_sessions" ("environment_id", "expires_at");
-- The sessions of a subscriber, which are revoked together, and deleted with the subscriber.
CREATE INDEX "inbox_sessions_environment_id_subscriber_id_idx" ON "inbox_sessions" ("environment_id", "subscriber_id");

-- Web processes with open sockets of inboxes. Each updates its seen_at while it runs.
CREATE TABLE "web_processes" (
    "id" TEXT COLLATE "C" NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "web_processes_pkey" PRIMARY KEY ("id")
);

-- The subscribers with an open socket, by web process.
CREATE TABLE "online_subscribers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "web_process_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "online_subscribers_pkey" PRIMARY KEY ("environment_id", "subscriber_id", "web_process_id"),
    CONSTRAINT "online_subscribers_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- The subscribers of a process that has ended.
CREATE INDEX "online_subscribers_environment_id_web_process_id_idx"
  ON "online_subscribers" ("environment_id", "web_process_id", "subscriber_id");

CREATE TABLE "topics" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT,
    "data" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "topics_pkey" PRIMARY KEY ("environment_id", "id")
);

-- The key of the caller.
CREATE UNIQUE INDEX "topics_environment_id_key_key" ON "topics" ("environment_id", "key");

CREATE TABLE "topic_subscriptions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "topic_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "conditions" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "topic_subscriptions_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "topic_subscriptions_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "topic_subscriptions_environment_id_topic_id_fkey" FOREIGN KEY ("environment_id", "topic_id")
      REFERENCES "topics" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- The name that the caller gave the subscription.
CREATE UNIQUE INDEX "topic_subscriptions_environment_id_identifier_key" ON "topic_subscriptions" ("environment_id", "identifier");
-- The subscriptions of a topic, newest first.
CREATE INDEX "topic_subscriptions_environment_id_topic_id_id_idx" ON "topic_subscriptions" ("environment_id", "topic_id", "id");
-- The subscriptions of a subscriber, newest first.
CREATE INDEX "topic_subscriptions_environment_id_subscriber_id_id_idx" ON "topic_subscriptions" ("environment_id", "subscriber_id", "id");
-- The members of a topic in the order in which a fan-out reads them.
CREATE INDEX "topic_subscriptions_by_subscriber" ON "topic_subscriptions" ("environment_id", "topic_id", "subscriber_id", "id");
-- The subscriptions of a context. Few rows have one, so the index costs the others nothing.
CREATE INDEX "topic_subscriptions_by_context" ON "topic_subscriptions" ("environment_id", "context_keys") WHERE "context_keys" <> '{}';

CREATE TABLE "contexts" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contexts_pkey" PRIMARY KEY ("environment_id", "type", "key")
);

-- ── Integrations ───────────────────────────────────────────────────────────────────────────────────────────────────

-- A rate limit or daily quota of 0 would hold back the messages for ever.
CREATE TABLE "integrations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT,
    "kind" TEXT NOT NULL DEFAULT 'delivery',
    "credentials" JSONB NOT NULL DEFAULT '{}',
    "configurations" JSONB,
    "active" BOOLEAN NOT NULL DEFAULT false,
    "primary" BOOLEAN NOT NULL DEFAULT false,
    "priority" INTEGER NOT NULL DEFAULT 0,
    "conditions" JSONB NOT NULL DEFAULT '[]',
    "sandbox" BOOLEAN NOT NULL DEFAULT false,
    "messages_per_second" DOUBLE PRECISION,
    "connected" BOOLEAN NOT NULL DEFAULT false,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "messages_per_day" INTEGER,
    "credentials_end_on" DATE,
    "certificate_ends_at" TIMESTAMPTZ(3),

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "integrations_primary_is_active" CHECK (NOT "primary" OR "active"),
    CONSTRAINT "integrations_rate_limit_is_positive" CHECK ("messages_per_second" > 0),
    CONSTRAINT "integrations_quota_is_positive" CHECK ("messages_per_day" > 0)
);

-- Identifiers are unique among the integrations that are not deleted.
CREATE UNIQUE INDEX "integrations_identifier" ON "integrations" ("environment_id", "identifier")
  WHERE "deleted_at" IS NULL;
-- At most one primary integration per environment and channel.
CREATE UNIQUE INDEX "integrations_one_primary" ON "integrations" ("environment_id", "channel")
  WHERE "primary" AND "deleted_at" IS NULL;
-- The integrations with a bounce mailbox. Nearly empty.
CREATE INDEX "integrations_with_mailbox" ON "integrations" ("environment_id")
  WHERE "deleted_at" IS NULL AND jsonb_exists("configurations", 'mailboxHost');

-- The last change of a channel's primary integration, so that it can be undone for a day.
CREATE TABLE "primary_switches" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "former_id" TEXT COLLATE "C",
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "switched_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "primary_switches_pkey" PRIMARY KEY ("environment_id", "channel")
);

-- The gradual switch of a channel's primary integration in progress, or the last one.
CREATE TABLE "gradual_switches" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "former_id" TEXT COLLATE "C" NOT NULL,
    "share" INTEGER NOT NULL,
    "margin" INTEGER NOT NULL,
    "min_messages" INTEGER NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ending" TEXT,
    "why" TEXT,

    CONSTRAINT "gradual_switches_pkey" PRIMARY KEY ("environment_id", "channel")
);

-- The last test of an integration.
CREATE TABLE "integration_tests" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "message" TEXT NOT NULL,
    "tested_by" TEXT NOT NULL,
    "tested_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integration_tests_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "integration_tests_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- One row while the provider of an integration cannot be reached: only a probe is sent.
CREATE TABLE "circuit_breakers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "probe_at" TIMESTAMPTZ(3) NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "circuit_breakers_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "circuit_breakers_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- Times in which the provider of an integration could not be reached.
CREATE TABLE "outages" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "words" TEXT NOT NULL,
    "late" INTEGER,
    "failed" INTEGER,
    "release_ready_at" TIMESTAMPTZ(3),
    "release_job_id" TEXT COLLATE "C",

    CONSTRAINT "outages_pkey" PRIMARY KEY ("environment_id", "opened_at", "integration_id")
);

-- An integration has one open outage.
CREATE UNIQUE INDEX "outages_open" ON "outages" ("environment_id", "integration_id") WHERE "closed_at" IS NULL;
-- Outages whose waiting jobs are not all due yet. Nearly empty: a release takes seconds.
CREATE INDEX "outages_releasing" ON "outages" ("environment_id") WHERE "release_ready_at" IS NOT NULL;

-- One row while HTTP steps cannot reach a host.
CREATE TABLE "host_breakers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "host" TEXT COLLATE "C" NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "probe_at" TIMESTAMPTZ(3) NOT NULL,
    "words" TEXT NOT NULL,

    CONSTRAINT "host_breakers_pkey" PRIMARY KEY ("environment_id", "host")
);

-- Maintenance deletes old breakers.
CREATE INDEX "host_breakers_by_age" ON "host_breakers" ("environment_id", "probe_at");

-- Each row changes with every batch that is sent: the free half of a page keeps the versions together.
CREATE TABLE "send_rates" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "messages_per_second" DOUBLE PRECISION NOT NULL,
    "paid_until_ms" DOUBLE PRECISION NOT NULL,
    "line_until_ms" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "send_rates_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "send_rates_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
) WITH (fillfactor = 50);

-- One row per integration with a quota counts the messages of all workers. Each message updates it, so pages keep space for that.
CREATE TABLE "send_quotas" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "day" INTEGER NOT NULL,
    "used" INTEGER NOT NULL,

    CONSTRAINT "send_quotas_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "send_quotas_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
) WITH (fillfactor = 50);

CREATE TABLE "integration_stats" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "sent" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "retried" INTEGER NOT NULL,

    CONSTRAINT "integration_stats_pkey" PRIMARY KEY ("environment_id", "minute", "integration_id")
);

CREATE TABLE "subscriber_channels" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "integration_identifier" TEXT,
    "credentials" JSONB NOT NULL DEFAULT '{}',
    "device_tokens" TEXT[] NOT NULL DEFAULT '{}',
    "has_device_tokens" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "restricted" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "subscriber_channels_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "subscriber_channels_environment_id_integration_id_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "subscriber_channels_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- One set of credentials per subscriber and integration.
CREATE UNIQUE INDEX "subscriber_channels_environment_id_subscriber_id_provider_i_key" ON "subscriber_channels" ("environment_id", "subscriber_id", "provider_id", "integration_id");
-- The foreign key to integrations.
CREATE INDEX "subscriber_channels_environment_id_integration_id_idx" ON "subscriber_channels" ("environment_id", "integration_id");

-- The list of suppressions is sorted by the ID. The ID has the form of newId(): the time, then 12 characters of the content.
CREATE TABLE "suppressions" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "event" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL GENERATED ALWAYS AS (
      lpad(to_hex(floor(extract(epoch FROM "created_at" AT TIME ZONE 'UTC'))::bigint), 8, '0')
      || lpad(to_hex(floor(extract(milliseconds FROM "created_at" AT TIME ZONE 'UTC'))::bigint % 1000 * 65536 / 1000), 4, '0')
      || substr(md5("channel" || ' ' || "address"), 1, 12)) STORED,
    "message_id" TEXT COLLATE "C",
    "notification_id" TEXT COLLATE "C",
    "words" TEXT,
    "note" TEXT,

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("environment_id", "id")
);

-- One suppression per address. Workers look addresses up by it.
CREATE UNIQUE INDEX "suppressions_address" ON "suppressions" ("environment_id", "channel", "address");
-- The list by cause and channel. Each pair of them is one range in the order of the list.
CREATE INDEX "suppressions_by_cause" ON "suppressions" ("environment_id", "event", "channel", "id");
-- Addresses by their beginning, and by their domain.
CREATE INDEX "suppressions_by_beginning" ON "suppressions" ("environment_id", "address" COLLATE "C", "channel", "event");
CREATE INDEX "suppressions_by_domain" ON "suppressions" ("environment_id", (split_part("address", '@', 2)) COLLATE "C", "id");

-- When a person removed an address from the list. Earlier events do not suppress the address again.
CREATE TABLE "suppression_removals" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "address" TEXT NOT NULL,
    "removed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "suppression_removals_pkey" PRIMARY KEY ("environment_id", "channel", "address")
);

-- Maintenance deletes old removals.
CREATE INDEX "suppression_removals_environment_id_removed_at_idx" ON "suppression_removals" ("environment_id", "removed_at");

-- The address to which a provider pushes the events of an integration, and the last requests.
CREATE TABLE "event_addresses" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "secret" TEXT,
    "arrived_at" TIMESTAMPTZ(3),
    "arrived_kind" TEXT,
    "refused_at" TIMESTAMPTZ(3),
    "refused_words" TEXT,

    CONSTRAINT "event_addresses_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "event_addresses_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- The position up to which Belfry has read the bounce mailbox of an integration, and the latest results.
CREATE TABLE "bounce_mailboxes" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "settings" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "uid_validity" BIGINT NOT NULL DEFAULT 0,
    "last_uid" BIGINT NOT NULL DEFAULT 0,
    "looked_at" TIMESTAMPTZ(3),
    "report_at" TIMESTAMPTZ(3),
    "report_kind" TEXT,
    "failed_at" TIMESTAMPTZ(3),
    "failed_words" TEXT,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "next_look_at" TIMESTAMPTZ(3),

    CONSTRAINT "bounce_mailboxes_pkey" PRIMARY KEY ("environment_id", "integration_id"),
    CONSTRAINT "bounce_mailboxes_integration_fkey" FOREIGN KEY ("environment_id", "integration_id")
      REFERENCES "integrations" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- ── Alerts ─────────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "alert_rules" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "condition" JSONB NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "recipient" TEXT NOT NULL,
    "quiet_hours" JSONB,
    "active" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("environment_id", "id")
);

CREATE TABLE "alerts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "rule_id" TEXT COLLATE "C" NOT NULL,
    "rule_name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "words" TEXT NOT NULL,
    "raised_at" TIMESTAMPTZ(3) NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "end_cause" TEXT,
    "end_words" TEXT,
    "pending" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3) NOT NULL,
    "problem" TEXT,
    "notices" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("environment_id", "id")
);

-- A rule has one open alert, so that two processes raise and send it once.
CREATE UNIQUE INDEX "alerts_open" ON "alerts" ("environment_id", "rule_id") WHERE "ended_at" IS NULL;

-- The notices that are to be sent.
CREATE INDEX "alerts_pending" ON "alerts" ("environment_id", "next_try_at") WHERE "pending" IS NOT NULL;

-- ── Workflows ──────────────────────────────────────────────────────────────────────────────────────────────────────

CREATE TABLE "notification_groups" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "notification_groups_pkey" PRIMARY KEY ("environment_id", "id")
);

-- One group per name.
CREATE UNIQUE INDEX "notification_groups_environment_id_name_key" ON "notification_groups" ("environment_id", "name");

CREATE TABLE "workflows" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] NOT NULL DEFAULT '{}',
    "active" BOOLEAN NOT NULL DEFAULT false,
    "validate_payload" BOOLEAN NOT NULL DEFAULT false,
    "payload_schema" JSONB,
    "is_translation_enabled" BOOLEAN NOT NULL DEFAULT false,
    "origin" TEXT NOT NULL DEFAULT 'svc-cloud',
    "severity" TEXT NOT NULL DEFAULT 'none',
    "default_preferences" JSONB NOT NULL,
    "user_preferences" JSONB,
    "issues" JSONB,
    "notification_group_id" TEXT COLLATE "C" NOT NULL,
    "created_by_id" TEXT COLLATE "C",
    "updated_by_id" TEXT COLLATE "C",
    "last_published_at" TIMESTAMPTZ(3),
    "last_published_by_id" TEXT COLLATE "C",
    "last_triggered_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" TEXT COLLATE "C",
    "is_sensitive" BOOLEAN NOT NULL DEFAULT false,
    "sensitive_until" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "resend_within_hours" INTEGER,
    "is_tracked" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "workflows_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "workflows_environment_id_notification_group_id_fkey" FOREIGN KEY ("environment_id", "notification_group_id")
      REFERENCES "notification_groups" ("environment_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION
);

-- Identifiers are unique among the workflows that are not deleted.
CREATE UNIQUE INDEX "workflows_identifier" ON "workflows" ("environment_id", "identifier") WHERE "deleted_at" IS NULL;
-- The workflows that are tracked, read for each batch of an environment that tracks.
CREATE INDEX "workflows_tracked" ON "workflows" ("environment_id", "id") WHERE "is_tracked";

CREATE TABLE "workflow_steps" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "step_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "should_stop_on_fail" BOOLEAN NOT NULL DEFAULT false,
    "control_values" JSONB NOT NULL DEFAULT '{}',
    "control_issues" JSONB,
    "filters" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workflow_steps_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "workflow_steps_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id")
      REFERENCES "workflows" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- A step ID is unique in its workflow.
CREATE UNIQUE INDEX "workflow_steps_environment_id_workflow_id_step_id_key" ON "workflow_steps" ("environment_id", "workflow_id", "step_id");
-- The steps of a workflow, in order.
CREATE INDEX "workflow_steps_environment_id_workflow_id_position_idx" ON "workflow_steps" ("environment_id", "workflow_id", "position");

CREATE TABLE "workflow_versions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "actor_label" TEXT NOT NULL,
    "user_id" TEXT COLLATE "C",
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workflow_versions_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "workflow_versions_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id")
      REFERENCES "workflows" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- The versions of a workflow, newest first.
CREATE UNIQUE INDEX "workflow_versions_environment_id_workflow_id_version_key" ON "workflow_versions" ("environment_id", "workflow_id", "version");

-- The changes of each publication in its target environment, so that they can be undone.
CREATE TABLE "publications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "source_environment_id" TEXT COLLATE "C" NOT NULL,
    "actor_label" TEXT NOT NULL,
    "items" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),

    CONSTRAINT "publications_pkey" PRIMARY KEY ("environment_id", "id")
);

CREATE TABLE "layouts" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "editor_type" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "is_default" BOOLEAN NOT NULL DEFAULT false,
    "is_translation_enabled" BOOLEAN NOT NULL DEFAULT false,
    "created_by_id" TEXT COLLATE "C",
    "updated_by_id" TEXT COLLATE "C",
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "layouts_pkey" PRIMARY KEY ("environment_id", "id")
);

-- The layout ID of the interface.
CREATE UNIQUE INDEX "layouts_environment_id_identifier_key" ON "layouts" ("environment_id", "identifier");
-- One default layout per environment.
CREATE UNIQUE INDEX "layouts_one_default" ON "layouts" ("environment_id") WHERE "is_default";

-- The content of a layout after each save. The next save of an existing layout also keeps the content before it.
CREATE TABLE "layout_versions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "layout_id" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "cause" TEXT NOT NULL,
    "actor_label" TEXT NOT NULL,
    "user_id" TEXT,
    "definition" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "layout_versions_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "layout_versions_environment_id_layout_id_fkey" FOREIGN KEY ("environment_id", "layout_id")
      REFERENCES "layouts" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- The versions of a layout, newest first.
CREATE UNIQUE INDEX "layout_versions_environment_id_layout_id_version_key" ON "layout_versions" ("environment_id", "layout_id", "version");

-- The foreign key to workflows needs no index, because Belfry only marks workflows as deleted.
CREATE TABLE "preferences" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C",
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "channels" JSONB NOT NULL DEFAULT '{}',
    "changes" JSONB NOT NULL DEFAULT '{}',
    "condition" JSONB,
    "schedule" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "preferences_pkey" PRIMARY KEY ("environment_id", "id"),
    CONSTRAINT "preferences_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id")
      REFERENCES "subscribers" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION,
    CONSTRAINT "preferences_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id")
      REFERENCES "workflows" ("environment_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION
);

-- One preference per scope. The global one has no workflow.
CREATE UNIQUE INDEX "preferences_scope" ON "preferences" ("environment_id", "subscriber_id", "workflow_id", "context_keys") NULLS NOT DISTINCT;
-- The preferences of a context. Few rows have one, so the index costs the others nothing.
CREATE INDEX "preferences_by_context" ON "preferences" ("environment_id", "context_keys") WHERE "context_keys" <> '{}';

CREATE TABLE "saved_views" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "page" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "shared" BOOLEAN NOT NULL,
    "created_by_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "saved_views_pkey" PRIMARY KEY ("environment_id", "id")
);

-- ── Triggers and their dictionaries ────────────────────────────────────────────────────────────────────────────────

-- A unique key cannot span partitions, so this table makes a transaction ID unique.
CREATE TABLE "triggers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "traceparent" TEXT,

    CONSTRAINT "triggers_pkey" PRIMARY KEY ("environment_id", "transaction_id")
);

-- Maintenance deletes old triggers.
CREATE INDEX "triggers_environment_id_created_at_idx" ON "triggers" ("environment_id", "created_at");

CREATE TABLE "trigger_refusals" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "workflow" TEXT NOT NULL,
    "transaction_id" TEXT,
    "code" TEXT NOT NULL,
    "reason" JSONB NOT NULL,
    "recipients" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trigger_refusals_pkey" PRIMARY KEY ("environment_id", "id")
);

-- The refused triggers of a workflow, newest first.
CREATE INDEX "trigger_refusals_environment_id_workflow_id_idx" ON "trigger_refusals" ("environment_id", "workflow", "id");
-- The refused triggers that named a recipient. New entries wait in a short list, as with subscribers.
CREATE INDEX "trigger_refusals_by_recipient" ON "trigger_refusals" USING gin ("environment_id", "recipients")
  WITH (fastupdate = on, gin_pending_list_limit = 64);
-- The refused trigger of a transaction.
CREATE INDEX "trigger_refusals_by_transaction" ON "trigger_refusals" ("environment_id", "transaction_id", "id")
  WHERE "transaction_id" IS NOT NULL;

CREATE TABLE "workflow_snapshots" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" BIGINT NOT NULL,
    "workflow_id" TEXT COLLATE "C",
    "severity" TEXT NOT NULL,
    "critical" BOOLEAN NOT NULL,
    "channels" TEXT[] NOT NULL DEFAULT '{}',
    "tags" TEXT[] NOT NULL DEFAULT '{}',
    "template" JSONB NOT NULL,
    "settings" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_snapshots_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Maintenance deletes snapshots that no run refers to.
CREATE INDEX "workflow_snapshots_by_use" ON "workflow_snapshots" ("environment_id", "used_at");

CREATE TABLE "job_steps" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" BIGINT NOT NULL,
    "content" JSONB NOT NULL,
    "used_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "job_steps_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Maintenance deletes steps that no job refers to.
CREATE INDEX "job_steps_by_use" ON "job_steps" ("environment_id", "used_at");

-- Each row changes with every batch of runs: room within the page, and vacuum by the number of dead rows.
CREATE TABLE "fanouts" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "event" JSONB NOT NULL,
    "topics" JSONB,
    "excluded" TEXT[] COLLATE "C" NOT NULL,
    "cursor" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "ceiling" TEXT COLLATE "C" NOT NULL,
    "payload_id" TEXT COLLATE "C",
    "reached" INTEGER NOT NULL DEFAULT 0,
    "ready_at" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "fanouts_pkey" PRIMARY KEY ("environment_id", "id")
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500);

-- The next fan-out of an environment.
CREATE INDEX "fanouts_ready" ON "fanouts" ("environment_id", "ready_at", "id");
-- The cancellation of a trigger.
CREATE INDEX "fanouts_by_transaction" ON "fanouts" ("environment_id", "transaction_id");
-- The deletion of a workflow.
CREATE INDEX "fanouts_by_workflow" ON "fanouts" ("environment_id", "workflow_id");

-- ── History, partitioned by month ──────────────────────────────────────────────────────────────────────────────────

-- An ID starts with its time, in hexadecimal seconds. A month is a range of IDs and has one partition of each table. Rows of a
-- month without a partition go into the default partition.

CREATE TABLE "payloads" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT NOT NULL,
    "payload" JSONB,
    "overrides" JSONB,
    "actor" JSONB,
    "tenant" JSONB,
    "context" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "payloads_pkey" PRIMARY KEY ("environment_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "payloads_default" PARTITION OF "payloads" DEFAULT;

CREATE TABLE "notifications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "snapshot_id" BIGINT NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT COLLATE "C" NOT NULL,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "payload_id" TEXT COLLATE "C",
    "payload" JSONB,
    "to" JSONB,
    "overrides" JSONB,
    "topics" JSONB,
    "digested_notification_id" TEXT COLLATE "C",
    "workflow_version" INTEGER,
    "actor" JSONB,
    "tenant" JSONB,
    "context" JSONB,
    "ended" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "resend_of" JSONB,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("environment_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "notifications_default" PARTITION OF "notifications" DEFAULT;

-- Runs by workflow, severity or channel: such a filter picks snapshots. Each list is read newest first.
CREATE INDEX "notifications_environment_id_snapshot_id_id_idx" ON "notifications" ("environment_id", "snapshot_id", "id");
-- Runs of a subscriber. The trailing columns decide the other filters inside the index.
CREATE INDEX "notifications_by_subscriber" ON "notifications" ("environment_id", "subscriber_id", "id", "snapshot_id", "context_keys");
-- Runs of a transaction.
CREATE INDEX "notifications_environment_id_transaction_id_snapshot_id_id_idx" ON "notifications" ("environment_id", "transaction_id", "snapshot_id", "id");
-- Runs with a context.
CREATE INDEX "notifications_environment_id_context_keys_snapshot_id_id_idx" ON "notifications" ("environment_id", "context_keys", "snapshot_id", "id");

CREATE TABLE "notification_topics" (
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "topic_key" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "snapshot_id" BIGINT NOT NULL,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "subscription_id" TEXT COLLATE "C",

    CONSTRAINT "notification_topics_pkey" PRIMARY KEY ("environment_id", "notification_id", "topic_key")
) PARTITION BY RANGE ("notification_id");
CREATE TABLE "notification_topics_default" PARTITION OF "notification_topics" DEFAULT;

-- Runs through a topic, of some snapshots.
CREATE INDEX "notification_topics_environment_id_topic_key_snapshot_id_no_idx" ON "notification_topics" ("environment_id", "topic_key", "snapshot_id", "notification_id");
-- Runs through a topic, with a context.
CREATE INDEX "notification_topics_environment_id_topic_key_context_keys_n_idx" ON "notification_topics" ("environment_id", "topic_key", "context_keys", "notification_id");
-- Runs through a topic, of a subscriber.
CREATE INDEX "notification_topics_by_subscriber" ON "notification_topics" ("environment_id", "topic_key", "subscriber_id", "notification_id");
-- Runs through a subscription. The trailing columns decide the other filters inside the index.
CREATE INDEX "notification_topics_by_subscription" ON "notification_topics" ("environment_id", "subscription_id", "notification_id", "snapshot_id", "subscriber_id", "context_keys");

-- Every job is written twice: when it is queued and, about twice as long, when it ends. The second version stays on the page of
-- the first one, and needs no new index entry, if the page has room for it. A partitioned table has no such setting, so each
-- partition gets it.
CREATE TABLE "jobs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "position" SMALLINT NOT NULL DEFAULT 0,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C",
    "step_key" BIGINT,
    "digest" JSONB,
    "schedule_extensions_count" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "reason" JSONB,
    "result" JSONB,
    "payload_ids" TEXT[] COLLATE "C",
    "waited_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("environment_id", "notification_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "jobs_default" PARTITION OF "jobs" DEFAULT WITH (fillfactor = 50);

-- Whether a result of a digest still needs a payload.
CREATE INDEX "jobs_by_payload" ON "jobs" USING gin ("environment_id", "payload_ids")
  WITH (fastupdate = on, gin_pending_list_limit = 64) WHERE "payload_ids" IS NOT NULL;

CREATE TABLE "execution_details" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "job_id" TEXT COLLATE "C" NOT NULL,
    "message_id" TEXT COLLATE "C",
    "provider_id" TEXT COLLATE "C",
    "status" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "is_test" BOOLEAN NOT NULL DEFAULT false,
    "is_retry" BOOLEAN NOT NULL DEFAULT false,
    "raw" TEXT,
    "reason" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "execution_details_pkey" PRIMARY KEY ("environment_id", "notification_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "execution_details_default" PARTITION OF "execution_details" DEFAULT;

-- The class of the time from a trigger to an end: how many of these durations it reached. lib/time/slowness.ts names them.
-- A run’s ID holds the time of its trigger in units of 1/65536 s; a foreign ID has no class. Its content is inlined into
-- statements and indexes.
CREATE FUNCTION "slowness"("ended_at" timestamptz, "run_id" text) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN translate("run_id", '0123456789abcdef', '') = '' THEN
    width_bucket("ended_at" - to_timestamp(('x' || left("run_id", 12))::bit(48)::bigint::double precision / 65536),
      ARRAY[interval '10 s', interval '1 min', interval '10 min', interval '1 h', interval '1 day']) END;
$$;

CREATE TABLE "messages" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "job_id" TEXT COLLATE "C",
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C",
    "message_template_id" TEXT COLLATE "C",
    "template_identifier" TEXT,
    "transaction_id" TEXT COLLATE "C" NOT NULL,
    "channel" TEXT NOT NULL,
    "provider_id" TEXT COLLATE "C",
    "integration_id" TEXT COLLATE "C",
    "subject" TEXT,
    "title" TEXT,
    "content" JSONB,
    "email" TEXT,
    "phone" TEXT,
    "direct_webhook_url" TEXT,
    "device_tokens" TEXT[] NOT NULL DEFAULT '{}',
    "cta" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL,
    "error_id" TEXT COLLATE "C",
    "error_text" TEXT,
    "reason" JSONB,
    "owed" TEXT[] NOT NULL DEFAULT '{}',
    "provider_message_id" TEXT,
    "inbox" JSONB,
    "severity" TEXT,
    "tags" TEXT[] NOT NULL DEFAULT '{}',
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "seen" BOOLEAN NOT NULL DEFAULT false,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "delivered_at" TIMESTAMPTZ(3)[] NOT NULL DEFAULT '{}',
    "last_seen_at" TIMESTAMPTZ(3),
    "last_read_at" TIMESTAMPTZ(3),
    "first_seen_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),
    "snoozed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),
    "sent_from" TEXT,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("environment_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "messages_default" PARTITION OF "messages" DEFAULT;

-- Messages of a channel, newest first.
CREATE INDEX "messages_environment_id_channel_id_idx" ON "messages" ("environment_id", "channel", "id");
-- Messages of a subscriber, and the inbox. The trailing columns decide the other filters inside the index.
CREATE INDEX "messages_by_subscriber" ON "messages" ("environment_id", "subscriber_id", "id", "channel", "context_keys");
-- Messages of a transaction.
CREATE INDEX "messages_environment_id_transaction_id_channel_id_idx" ON "messages" ("environment_id", "transaction_id", "channel", "id");
-- Messages with a context.
CREATE INDEX "messages_environment_id_context_keys_channel_id_idx" ON "messages" ("environment_id", "context_keys", "channel", "id");
-- Messages of a run.
CREATE INDEX "messages_by_notification" ON "messages" ("environment_id", "notification_id", "id");
-- The message that a provider names. lib/engine/attempt/message-record.ts shortens endless names.
CREATE INDEX "messages_by_provider_message" ON "messages" ("environment_id", "provider_message_id")
  WHERE "provider_message_id" IS NOT NULL;
-- Messages that were not sent. Sent ones cost no entry.
CREATE INDEX "messages_unsent" ON "messages" ("environment_id", "status", "id") WHERE "status" <> 'sent';
-- Snoozed messages, by the end of the snooze.
CREATE INDEX "messages_snoozed" ON "messages" ("environment_id", "snoozed_until") WHERE "snoozed_until" IS NOT NULL;
-- Slow messages by class. Most are fast, and cost no entry.
CREATE INDEX "messages_slow" ON "messages" ("environment_id", "slowness"("sent_at", "notification_id"), "id")
  WHERE "slowness"("sent_at", "notification_id") > 0;

-- Reports of providers about messages that they accepted. The ID of a repeated event is equal, so it stays one row.
CREATE TABLE "delivery_events" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "bounce" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "vendor_event_id" TEXT NOT NULL,
    "provider_message_id" TEXT,
    "claimed_message_id" TEXT COLLATE "C",
    "message_id" TEXT COLLATE "C",
    "notification_id" TEXT COLLATE "C",
    "of_copy" BOOLEAN NOT NULL DEFAULT false,
    "recipient" TEXT,
    "words" TEXT,
    "code" TEXT,
    "raw" JSONB NOT NULL DEFAULT '{}',
    "tries" INTEGER NOT NULL DEFAULT 0,
    "next_try_at" TIMESTAMPTZ(3),
    "unproven" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "delivery_events_pkey" PRIMARY KEY ("environment_id", "id")
) PARTITION BY RANGE ("id");
CREATE TABLE "delivery_events_default" PARTITION OF "delivery_events" DEFAULT;

-- The events of a message.
CREATE INDEX "delivery_events_by_message" ON "delivery_events" ("environment_id", "message_id") WHERE "message_id" IS NOT NULL;
-- Events whose message is not found yet. Nearly empty.
CREATE INDEX "delivery_events_waiting" ON "delivery_events" ("environment_id", "next_try_at") WHERE "next_try_at" IS NOT NULL;

CREATE TABLE "notification_outcomes" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "snapshot_id" BIGINT NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notification_outcomes_pkey" PRIMARY KEY ("environment_id", "notification_id")
) PARTITION BY RANGE ("notification_id");
CREATE TABLE "notification_outcomes_default" PARTITION OF "notification_outcomes" DEFAULT;

-- Runs by outcome, together with workflow, channel and severity: each snapshot is an ordered scan of its own.
CREATE INDEX "notification_outcomes_by_outcome" ON "notification_outcomes" ("environment_id", "outcome", "snapshot_id", "notification_id");
-- Runs by reason. Nearly all runs end with the reason `sent`: they are found by their outcome, and cost no second entry.
CREATE INDEX "notification_outcomes_by_reason" ON "notification_outcomes" ("environment_id", "reason", "snapshot_id", "notification_id")
  WHERE "reason" <> 'sent';
-- Slow runs by class and snapshot: each snapshot is an ordered scan of its own.
CREATE INDEX "notification_outcomes_slow"
  ON "notification_outcomes" ("environment_id", "slowness"("created_at", "notification_id"), "snapshot_id", "notification_id")
  WHERE "slowness"("created_at", "notification_id") > 0;

-- The hour is that of the trigger: every later change of the outcome of a run finds it again.
CREATE TABLE "outcome_counts" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "outcome" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,

    CONSTRAINT "outcome_counts_pkey" PRIMARY KEY ("environment_id", "hour", "workflow_id", "outcome")
);

-- Failed runs of a filter that are retried together, newest first.
CREATE TABLE "recoveries" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "status" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "reason" TEXT NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "actor_label" TEXT NOT NULL,
    "total" INTEGER NOT NULL,
    "retried" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "floor" TEXT COLLATE "C" NOT NULL,
    "cursor" TEXT COLLATE "C",
    "address_allowed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "causes" JSONB NOT NULL DEFAULT '{}',

    CONSTRAINT "recoveries_pkey" PRIMARY KEY ("environment_id", "id")
);

-- At most one running recovery per environment. Workers find the environments with one in this index.
CREATE UNIQUE INDEX "recoveries_running" ON "recoveries" ("environment_id") WHERE "status" = 'running';

-- The runs that a recovery retried, for its result and for the filter of the list of runs.
CREATE TABLE "recovery_runs" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "recovery_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "recovery_runs_pkey" PRIMARY KEY ("environment_id", "recovery_id", "notification_id")
);

-- The erasure of a subscriber deletes by run.
CREATE INDEX "recovery_runs_by_run" ON "recovery_runs" ("environment_id", "notification_id");

-- Creates the partition of one month: `day` is any day of it. Rows of the month that are in the default partition move into the
-- new one, in the same transaction. False: the partition exists. Attaching locks the default partition: set lock_timeout.
CREATE FUNCTION "create_history_partition"("history" text, "day" date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', day::timestamp);
  lower_id text := lpad(to_hex(extract(epoch FROM month)::bigint), 8, '0');
  upper_id text := lpad(to_hex(extract(epoch FROM month + interval '1 month')::bigint), 8, '0');
  part text := history || '_' || to_char(month, 'YYYY_MM');
  rest text := history || '_default';
  key text := CASE WHEN history IN ('notification_topics', 'notification_outcomes') THEN 'notification_id' ELSE 'id' END;
  taken boolean;
BEGIN
  IF to_regclass(part) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I >= %L AND %I < %L)', rest, key, lower_id, key, upper_id)
    INTO taken;
  -- Attaching locks the default partition like this anyway. Earlier, no row can come meanwhile.
  IF taken THEN EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', rest); END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, history);
  IF history = 'jobs' THEN EXECUTE format('ALTER TABLE %I SET (fillfactor = 50)', part); END IF;
  IF taken THEN
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      rest, key, lower_id, key, upper_id, part);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', history, part, lower_id, upper_id);
  RETURN true;
END;
$$;

-- Creates the partitions of this month, of `months_back` before and of `months_ahead` after it. Returns how many are new.
CREATE FUNCTION "create_history_partitions"("months_ahead" integer, "months_back" integer DEFAULT 0) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE create_history_partition(history, (timezone('UTC', now()) + make_interval(months => month))::date))::integer
  FROM unnest(ARRAY['notifications', 'notification_topics', 'notification_outcomes', 'jobs', 'execution_details', 'messages', 'payloads', 'delivery_events']) AS history,
    generate_series(-months_back, months_ahead) AS month;
$$;

SELECT create_history_partitions(3);

-- ── The queue ──────────────────────────────────────────────────────────────────────────────────────────────────────

-- Rows live for milliseconds and change with every claim: room within the page, and vacuum by the number of dead rows.
CREATE TABLE "work" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "job_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "lane" SMALLINT NOT NULL,
    "ready_at" TIMESTAMPTZ(3) NOT NULL,
    "claims" INTEGER NOT NULL DEFAULT 0,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "worker_id" TEXT COLLATE "C",
    "lease_until" TIMESTAMPTZ(3),
    "first_claimed_at" TIMESTAMPTZ(3),
    "series_started_at" TIMESTAMPTZ(3),
    "deaths" SMALLINT NOT NULL DEFAULT 0,
    "ended" BOOLEAN NOT NULL DEFAULT false,
    "address_allowed_at" TIMESTAMPTZ(3),

    CONSTRAINT "work_pkey" PRIMARY KEY ("environment_id", "notification_id", "job_id")
) WITH (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

-- Claims, by lane and time.
CREATE INDEX "work_ready" ON "work" ("environment_id", "lane", "ready_at", "job_id") WHERE "worker_id" IS NULL;
-- The jobs of a worker that has died.
CREATE INDEX "work_leased" ON "work" ("environment_id", "worker_id", "lease_until") WHERE "worker_id" IS NOT NULL;
-- Jobs that a worker died with. They run among few others, or alone.
CREATE INDEX "work_interrupted" ON "work" ("environment_id", "ready_at") WHERE "deaths" > 0 AND "worker_id" IS NULL;

CREATE TABLE "throttle_windows" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "count" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "throttle_windows_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Maintenance deletes ended windows.
CREATE INDEX "throttle_windows_by_end" ON "throttle_windows" ("environment_id", "ends_at");

-- A window without an opener is closed, and only remembers when its last event was.
CREATE TABLE "digest_windows" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "opener_job_id" TEXT COLLATE "C",
    "opener_notification_id" TEXT COLLATE "C",
    "closes_at" TIMESTAMPTZ(3),
    "last_event_at" TIMESTAMPTZ(3),
    "kept_until" TIMESTAMPTZ(3),

    CONSTRAINT "digest_windows_pkey" PRIMARY KEY ("environment_id", "id")
);

-- Maintenance deletes closed windows. Open ones have no age.
CREATE INDEX "digest_windows_by_age" ON "digest_windows" ("environment_id", "kept_until");

CREATE TABLE "digest_events" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "job_id" TEXT COLLATE "C" NOT NULL,
    "window_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "payload_id" TEXT COLLATE "C",
    "payload" JSONB,
    "count" INTEGER NOT NULL DEFAULT 1,
    "events" JSONB,
    "payload_ids" TEXT[] COLLATE "C",

    CONSTRAINT "digest_events_pkey" PRIMARY KEY ("environment_id", "job_id")
);

-- The events of a window, in order.
CREATE INDEX "digest_events_by_window" ON "digest_events" ("environment_id", "window_id", "notification_id", "job_id");
-- The events of a run that is cancelled.
CREATE INDEX "digest_events_by_notification" ON "digest_events" ("environment_id", "notification_id");
-- Whether an event still needs a payload.
CREATE INDEX "digest_events_by_payload" ON "digest_events" ("environment_id", "payload_id")
  WHERE "payload_id" IS NOT NULL;
-- Whether an event of an earlier digest still needs a payload.
CREATE INDEX "digest_events_by_payloads" ON "digest_events" USING gin ("environment_id", "payload_ids")
  WITH (fastupdate = on, gin_pending_list_limit = 64) WHERE "payload_ids" IS NOT NULL;

CREATE TABLE "workers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "lock_key" BIGINT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workers_pkey" PRIMARY KEY ("id")
);

-- Each worker adds what it has counted every few seconds.
CREATE TABLE "worker_totals" (
    "name" TEXT COLLATE "C" NOT NULL,
    "labels" TEXT COLLATE "C" NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "worker_totals_pkey" PRIMARY KEY ("name", "labels")
);

-- For the System page: how long jobs waited for a worker, by hour. One row per bucket of the histogram, cumulative.
CREATE TABLE "start_delays" (
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "at_most_seconds" DOUBLE PRECISION NOT NULL,
    "jobs" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "start_delays_pkey" PRIMARY KEY ("hour", "at_most_seconds")
);

-- The size of each table on each day, from which the System page computes the growth.
CREATE TABLE "table_sizes" (
    "day" TIMESTAMPTZ(3) NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "table_sizes_pkey" PRIMARY KEY ("day", "name")
);
