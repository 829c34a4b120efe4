-- What is rendered for people and the payloads of these workflows are withheld in the dashboard until they are revealed.
ALTER TABLE "workflows" ADD COLUMN "is_sensitive" BOOLEAN NOT NULL DEFAULT false;
