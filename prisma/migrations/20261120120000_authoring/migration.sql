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

    CONSTRAINT "workflow_versions_pkey" PRIMARY KEY ("id")
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

    CONSTRAINT "layouts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "workflow_versions_workflow_id_version_key" ON "workflow_versions"("workflow_id", "version");

-- CreateIndex
CREATE INDEX "layouts_environment_id_id_idx" ON "layouts"("environment_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "layouts_environment_id_identifier_key" ON "layouts"("environment_id", "identifier");

-- AddForeignKey
ALTER TABLE "workflow_versions" ADD CONSTRAINT "workflow_versions_workflow_id_fkey" FOREIGN KEY ("workflow_id") REFERENCES "workflows"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- One default layout per environment.
CREATE UNIQUE INDEX "layouts_one_default" ON "layouts" ("environment_id") WHERE "is_default";
