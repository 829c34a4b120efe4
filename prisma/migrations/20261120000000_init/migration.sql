-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- CreateTable
CREATE TABLE "settings" (
    "key" TEXT NOT NULL,
    "value" JSONB NOT NULL,

    CONSTRAINT "settings_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "environments" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "retention_days" INTEGER,
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "environments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "users" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "external_id" TEXT COLLATE "C",
    "email" TEXT NOT NULL,
    "email_verified" BOOLEAN NOT NULL DEFAULT false,
    "image" TEXT,
    "password_changed_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sessions" (
    "id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "token" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "accounts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "verifications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "value" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "verifications_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "members" (
    "id" TEXT COLLATE "C" NOT NULL,
    "organization_id" TEXT COLLATE "C" NOT NULL,
    "user_id" TEXT COLLATE "C" NOT NULL,
    "role" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "members_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "invitations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "hint" TEXT NOT NULL,
    "created_by_id" TEXT COLLATE "C",
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "revoked_by_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failures" (
    "key" TEXT NOT NULL,
    "window_start" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "sign_in_failures_pkey" PRIMARY KEY ("key","window_start")
);

-- CreateTable
CREATE TABLE "idempotency_records" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "scope_hash" TEXT COLLATE "C" NOT NULL,
    "body_hash" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "headers" JSONB NOT NULL,
    "body" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("environment_id","scope_hash")
);

-- CreateTable
CREATE TABLE "rate_limit_buckets" (
    "key" TEXT NOT NULL,
    "tokens" DOUBLE PRECISION NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "rate_limit_buckets_pkey" PRIMARY KEY ("key")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "request_log" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "api_key_id" TEXT COLLATE "C" NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "operation_id" TEXT COLLATE "C",
    "status" INTEGER NOT NULL,
    "duration_ms" DOUBLE PRECISION NOT NULL,
    "request_id" TEXT COLLATE "C" NOT NULL,
    "address" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "request_log_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "subscribers" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "email" TEXT,
    "phone" TEXT,
    "name" TEXT GENERATED ALWAYS AS (btrim(coalesce("first_name", '') || ' ' || coalesce("last_name", ''))) STORED,
    "avatar" TEXT,
    "locale" TEXT,
    "timezone" TEXT,
    "data" JSONB,
    "is_online" BOOLEAN,
    "last_online_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscribers_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
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

    CONSTRAINT "deleted_subscribers_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
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

    CONSTRAINT "subscriber_channels_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "topics" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "topics_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
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

    CONSTRAINT "topic_subscriptions_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "contexts" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "data" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "contexts_pkey" PRIMARY KEY ("environment_id","type","key")
);

-- CreateTable
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
    "connected" BOOLEAN NOT NULL DEFAULT false,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "integrations_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "notification_groups" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "parent_id" TEXT COLLATE "C",

    CONSTRAINT "notification_groups_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "workflows" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "identifier" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT NOT NULL DEFAULT '',
    "tags" TEXT[] NOT NULL DEFAULT '{}',
    "active" BOOLEAN NOT NULL DEFAULT false,
    "draft" BOOLEAN NOT NULL DEFAULT false,
    "validate_payload" BOOLEAN NOT NULL DEFAULT false,
    "payload_schema" JSONB,
    "is_translation_enabled" BOOLEAN NOT NULL DEFAULT false,
    "origin" TEXT NOT NULL DEFAULT 'svc-cloud',
    "severity" TEXT NOT NULL DEFAULT 'none',
    "default_preferences" JSONB NOT NULL,
    "user_preferences" JSONB,
    "data" JSONB,
    "issues" JSONB,
    "parent_id" TEXT COLLATE "C",
    "notification_group_id" TEXT COLLATE "C" NOT NULL,
    "created_by_id" TEXT COLLATE "C",
    "updated_by_id" TEXT COLLATE "C",
    "last_published_at" TIMESTAMPTZ(3),
    "last_published_by_id" TEXT COLLATE "C",
    "last_triggered_at" TIMESTAMPTZ(3),
    "version" INTEGER NOT NULL DEFAULT 0,
    "deleted_at" TIMESTAMPTZ(3),
    "deleted_by_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workflows_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
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
    "step_resolver_hash" TEXT,
    "filters" JSONB NOT NULL DEFAULT '[]',
    "variants" JSONB NOT NULL DEFAULT '[]',
    "reply_callback" JSONB,
    "metadata" JSONB,
    "parent_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "workflow_steps_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
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

    CONSTRAINT "workflow_versions_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
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

    CONSTRAINT "layouts_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "preferences" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C",
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "channels" JSONB NOT NULL DEFAULT '{}',
    "condition" JSONB,
    "schedule" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "preferences_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "triggers" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "triggers_pkey" PRIMARY KEY ("environment_id","transaction_id")
);

-- CreateTable
CREATE TABLE "workflow_snapshots" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" BIGINT NOT NULL,
    "workflow_id" TEXT COLLATE "C",
    "severity" TEXT NOT NULL,
    "critical" BOOLEAN NOT NULL,
    "channels" TEXT[] NOT NULL DEFAULT '{}',
    "tags" TEXT[] NOT NULL DEFAULT '{}',
    "template" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "workflow_snapshots_pkey" PRIMARY KEY ("environment_id","id")
);

-- CreateTable
CREATE TABLE "notifications" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "snapshot_id" BIGINT NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "transaction_id" TEXT COLLATE "C" NOT NULL,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "payload" JSONB,
    "to" JSONB,
    "controls" JSONB,
    "overrides" JSONB,
    "topics" JSONB,
    "digested_notification_id" TEXT COLLATE "C",
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "notifications_pkey" PRIMARY KEY ("environment_id","id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "notification_topics" (
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "topic_key" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "snapshot_id" BIGINT NOT NULL,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "subscription_id" TEXT COLLATE "C",

    CONSTRAINT "notification_topics_pkey" PRIMARY KEY ("environment_id","notification_id","topic_key")
) PARTITION BY RANGE ("notification_id");

-- CreateTable
CREATE TABLE "jobs" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "provider_id" TEXT COLLATE "C" NOT NULL,
    "integration_id" TEXT COLLATE "C",
    "step" JSONB NOT NULL,
    "digest" JSONB,
    "overrides" JSONB,
    "payload" JSONB,
    "parent_id" TEXT COLLATE "C",
    "schedule_extensions_count" INTEGER,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("environment_id","id")
) PARTITION BY RANGE ("id");

-- CreateTable
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
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "execution_details_pkey" PRIMARY KEY ("environment_id","notification_id","id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "messages" (
    "id" TEXT COLLATE "C" NOT NULL,
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "notification_id" TEXT COLLATE "C" NOT NULL,
    "job_id" TEXT COLLATE "C",
    "subscriber_id" TEXT COLLATE "C" NOT NULL,
    "workflow_id" TEXT COLLATE "C",
    "message_template_id" TEXT COLLATE "C",
    "feed_id" TEXT COLLATE "C",
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
    "payload" JSONB,
    "overrides" JSONB,
    "context_keys" TEXT[] COLLATE "C" NOT NULL DEFAULT '{}',
    "seen" BOOLEAN NOT NULL DEFAULT false,
    "read" BOOLEAN NOT NULL DEFAULT false,
    "delivered_at" TIMESTAMPTZ(3)[] NOT NULL DEFAULT '{}',
    "last_seen_at" TIMESTAMPTZ(3),
    "last_read_at" TIMESTAMPTZ(3),
    "snoozed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "messages_pkey" PRIMARY KEY ("environment_id","id")
) PARTITION BY RANGE ("id");

-- CreateIndex
CREATE UNIQUE INDEX "environments_organization_id_slug_key" ON "environments"("organization_id", "slug");

-- CreateIndex
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_token_key" ON "sessions"("token");

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "accounts_user_id_idx" ON "accounts"("user_id");

-- CreateIndex
CREATE INDEX "verifications_identifier_idx" ON "verifications"("identifier");

-- CreateIndex
CREATE INDEX "members_user_id_idx" ON "members"("user_id");

-- CreateIndex
CREATE UNIQUE INDEX "members_organization_id_user_id_key" ON "members"("organization_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitations_token_hash_key" ON "invitations"("token_hash");

-- CreateIndex
CREATE INDEX "invitations_organization_id_idx" ON "invitations"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_hash_key" ON "api_keys"("hash");

-- CreateIndex
CREATE INDEX "api_keys_environment_id_id_idx" ON "api_keys"("environment_id", "id");

-- CreateIndex
CREATE INDEX "sign_in_failures_window_start_idx" ON "sign_in_failures"("window_start");

-- CreateIndex
CREATE INDEX "idempotency_records_environment_id_created_at_idx" ON "idempotency_records"("environment_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_log_organization_id_id_idx" ON "audit_log"("organization_id", "id");

-- CreateIndex
CREATE INDEX "audit_log_organization_id_resource_type_resource_id_id_idx" ON "audit_log"("organization_id", "resource_type", "resource_id", "id");

-- CreateIndex
CREATE INDEX "subscribers_environment_id_updated_at_id_idx" ON "subscribers"("environment_id", "updated_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "subscribers_environment_id_subscriber_id_key" ON "subscribers"("environment_id", "subscriber_id");

-- CreateIndex
CREATE INDEX "deleted_subscribers_environment_id_subscriber_id_idx" ON "deleted_subscribers"("environment_id", "subscriber_id");

-- CreateIndex
CREATE INDEX "deleted_subscribers_environment_id_email_idx" ON "deleted_subscribers"("environment_id", "email");

-- CreateIndex
CREATE INDEX "subscriber_channels_environment_id_integration_id_idx" ON "subscriber_channels"("environment_id", "integration_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscriber_channels_environment_id_subscriber_id_provider_i_key" ON "subscriber_channels"("environment_id", "subscriber_id", "provider_id", "integration_id");

-- CreateIndex
CREATE UNIQUE INDEX "topics_environment_id_key_key" ON "topics"("environment_id", "key");

-- CreateIndex
CREATE INDEX "topic_subscriptions_environment_id_topic_id_id_idx" ON "topic_subscriptions"("environment_id", "topic_id", "id");

-- CreateIndex
CREATE INDEX "topic_subscriptions_environment_id_subscriber_id_id_idx" ON "topic_subscriptions"("environment_id", "subscriber_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "topic_subscriptions_environment_id_identifier_key" ON "topic_subscriptions"("environment_id", "identifier");

-- CreateIndex
CREATE UNIQUE INDEX "notification_groups_environment_id_name_key" ON "notification_groups"("environment_id", "name");

-- CreateIndex
CREATE INDEX "workflow_steps_environment_id_workflow_id_position_idx" ON "workflow_steps"("environment_id", "workflow_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_steps_environment_id_workflow_id_step_id_key" ON "workflow_steps"("environment_id", "workflow_id", "step_id");

-- CreateIndex
CREATE UNIQUE INDEX "workflow_versions_environment_id_workflow_id_version_key" ON "workflow_versions"("environment_id", "workflow_id", "version");

-- CreateIndex
CREATE UNIQUE INDEX "layouts_environment_id_identifier_key" ON "layouts"("environment_id", "identifier");

-- CreateIndex
CREATE INDEX "triggers_environment_id_created_at_idx" ON "triggers"("environment_id", "created_at");

-- CreateIndex
CREATE INDEX "notifications_environment_id_snapshot_id_id_idx" ON "notifications"("environment_id", "snapshot_id", "id");

-- CreateIndex
CREATE INDEX "notifications_by_subscriber" ON "notifications"("environment_id", "subscriber_id", "id", "snapshot_id", "context_keys");

-- CreateIndex
CREATE INDEX "notifications_environment_id_transaction_id_snapshot_id_id_idx" ON "notifications"("environment_id", "transaction_id", "snapshot_id", "id");

-- CreateIndex
CREATE INDEX "notifications_environment_id_context_keys_snapshot_id_id_idx" ON "notifications"("environment_id", "context_keys", "snapshot_id", "id");

-- CreateIndex
CREATE INDEX "notification_topics_environment_id_topic_key_snapshot_id_no_idx" ON "notification_topics"("environment_id", "topic_key", "snapshot_id", "notification_id");

-- CreateIndex
CREATE INDEX "notification_topics_environment_id_topic_key_context_keys_n_idx" ON "notification_topics"("environment_id", "topic_key", "context_keys", "notification_id");

-- CreateIndex
CREATE INDEX "notification_topics_by_subscriber" ON "notification_topics"("environment_id", "topic_key", "subscriber_id", "notification_id");

-- CreateIndex
CREATE INDEX "notification_topics_by_subscription" ON "notification_topics"("environment_id", "subscription_id", "notification_id", "snapshot_id", "subscriber_id", "context_keys");

-- CreateIndex
CREATE INDEX "jobs_environment_id_notification_id_id_idx" ON "jobs"("environment_id", "notification_id", "id");

-- CreateIndex
CREATE INDEX "messages_environment_id_channel_id_idx" ON "messages"("environment_id", "channel", "id");

-- CreateIndex
CREATE INDEX "messages_by_subscriber" ON "messages"("environment_id", "subscriber_id", "id", "channel", "context_keys");

-- CreateIndex
CREATE INDEX "messages_environment_id_transaction_id_channel_id_idx" ON "messages"("environment_id", "transaction_id", "channel", "id");

-- CreateIndex
CREATE INDEX "messages_environment_id_context_keys_channel_id_idx" ON "messages"("environment_id", "context_keys", "channel", "id");

-- AddForeignKey
ALTER TABLE "environments" ADD CONSTRAINT "environments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_environment_id_fkey" FOREIGN KEY ("environment_id") REFERENCES "environments"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_channels" ADD CONSTRAINT "subscriber_channels_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id") REFERENCES "subscribers"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriber_channels" ADD CONSTRAINT "subscriber_channels_environment_id_integration_id_fkey" FOREIGN KEY ("environment_id", "integration_id") REFERENCES "integrations"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topic_subscriptions" ADD CONSTRAINT "topic_subscriptions_environment_id_topic_id_fkey" FOREIGN KEY ("environment_id", "topic_id") REFERENCES "topics"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topic_subscriptions" ADD CONSTRAINT "topic_subscriptions_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id") REFERENCES "subscribers"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflows" ADD CONSTRAINT "workflows_environment_id_notification_group_id_fkey" FOREIGN KEY ("environment_id", "notification_group_id") REFERENCES "notification_groups"("environment_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_steps" ADD CONSTRAINT "workflow_steps_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id") REFERENCES "workflows"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id") REFERENCES "workflows"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_environment_id_subscriber_id_fkey" FOREIGN KEY ("environment_id", "subscriber_id") REFERENCES "subscribers"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "preferences" ADD CONSTRAINT "preferences_environment_id_workflow_id_fkey" FOREIGN KEY ("environment_id", "workflow_id") REFERENCES "workflows"("environment_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Search: case-sensitive substrings. New entries wait in a list and are sorted in together, which halves the cost of an upsert; every
-- search reads that list, so it is as short as it can be (64 kB, some 0.1 ms).
CREATE INDEX "subscribers_email_search" ON "subscribers" USING gin ("environment_id", "email" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "subscribers_phone_search" ON "subscribers" USING gin ("environment_id", "phone" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "subscribers_name_search" ON "subscribers" USING gin ("environment_id", "name" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
CREATE INDEX "deleted_subscribers_email_search" ON "deleted_subscribers" USING gin ("environment_id", "email" gin_trgm_ops) WITH (fastupdate = on, gin_pending_list_limit = 64);
-- Exact e-mail, for the `emails` filter of notification events.
CREATE INDEX "subscribers_email" ON "subscribers" ("environment_id", "email" COLLATE "C") WHERE "email" IS NOT NULL;

-- At most one primary integration per environment and channel.
CREATE UNIQUE INDEX "integrations_one_primary" ON "integrations" ("environment_id", "channel") WHERE "primary" AND "deleted_at" IS NULL;
ALTER TABLE "integrations" ADD CONSTRAINT "integrations_primary_is_active" CHECK (NOT "primary" OR "active");
CREATE UNIQUE INDEX "integrations_identifier" ON "integrations" ("environment_id", "identifier") WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "workflows_identifier" ON "workflows" ("environment_id", "identifier") WHERE "deleted_at" IS NULL;

-- One default layout per environment.
CREATE UNIQUE INDEX "layouts_one_default" ON "layouts" ("environment_id") WHERE "is_default";

CREATE UNIQUE INDEX "preferences_scope" ON "preferences" ("environment_id", "subscriber_id", "workflow_id", "context_keys") NULLS NOT DISTINCT;
CREATE INDEX "preferences_workflow" ON "preferences" ("environment_id", "workflow_id") WHERE "workflow_id" IS NOT NULL;

-- History is partitioned by month: an id starts with its time, in hexadecimal seconds.
CREATE TABLE "notifications_default" PARTITION OF "notifications" DEFAULT;
CREATE TABLE "notification_topics_default" PARTITION OF "notification_topics" DEFAULT;
CREATE TABLE "jobs_default" PARTITION OF "jobs" DEFAULT;
CREATE TABLE "execution_details_default" PARTITION OF "execution_details" DEFAULT;
CREATE TABLE "messages_default" PARTITION OF "messages" DEFAULT;

-- Makes the partition of one month, whichever day of it is given; false when it is there, or when rows of the month lie in
-- the default partition. It is made aside and attached, which needs the default partition alone for a moment: set lock_timeout.
CREATE FUNCTION "create_history_partition"("history" text, "day" date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  month timestamp := date_trunc('month', day::timestamp);
  lower_id text := lpad(to_hex(extract(epoch FROM month)::bigint), 8, '0');
  upper_id text := lpad(to_hex(extract(epoch FROM month + interval '1 month')::bigint), 8, '0');
  part text := history || '_' || to_char(month, 'YYYY_MM');
  key text := CASE history WHEN 'notification_topics' THEN 'notification_id' ELSE 'id' END;
  taken boolean;
BEGIN
  IF to_regclass(part) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I WHERE %I >= %L AND %I < %L)', history || '_default', key, lower_id, key, upper_id)
    INTO taken;
  IF taken THEN RETURN false; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', part, history);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', history, part, lower_id, upper_id);
  RETURN true;
END;
$$;

-- The partitions of this month, of `months_back` before and of `months_ahead` after it; how many were made.
CREATE FUNCTION "create_history_partitions"("months_ahead" integer, "months_back" integer DEFAULT 0) RETURNS integer LANGUAGE sql AS $$
  SELECT count(*) FILTER (WHERE create_history_partition(history, (timezone('UTC', now()) + make_interval(months => month))::date))::integer
  FROM unnest(ARRAY['notifications', 'notification_topics', 'jobs', 'execution_details', 'messages']) AS history,
    generate_series(-months_back, months_ahead) AS month;
$$;

SELECT create_history_partitions(3);
