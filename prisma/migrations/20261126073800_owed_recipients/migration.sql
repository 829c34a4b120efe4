-- Recipients of an e-mail who still lack it, while the provider took it for others.
ALTER TABLE "messages" ADD COLUMN "owed" TEXT[] NOT NULL DEFAULT '{}';
