-- The origin of the recipient's page and of tracked links, one of PAGE_URLS. NULL: PUBLIC_URL.
ALTER TABLE "environments" ADD COLUMN "page_url" TEXT;
