-- The content of a layout after each save. The next save of an existing layout also keeps the content before it.
CREATE TABLE "layout_versions" (
    "id" TEXT NOT NULL,
    "environment_id" TEXT NOT NULL,
    "layout_id" TEXT NOT NULL,
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

CREATE UNIQUE INDEX "layout_versions_environment_id_layout_id_version_key" ON "layout_versions" ("environment_id", "layout_id", "version");
