-- How the recipient's page looks. Null: the organization's name, Belfry's colour, no logo.
ALTER TABLE "environments" ADD COLUMN "page_name" TEXT, ADD COLUMN "page_color" TEXT, ADD COLUMN "page_logo_id" TEXT COLLATE "C";

-- Apart from the environments, because these are read with most requests. The ID follows from the content.
CREATE TABLE "recipient_page_logos" (
    "environment_id" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "content_type" TEXT NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "recipient_page_logos_pkey" PRIMARY KEY ("environment_id", "id")
);
