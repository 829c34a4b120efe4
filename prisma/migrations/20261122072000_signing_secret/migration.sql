-- What the requests of HTTP steps are signed with, encrypted. Made when it is first needed.
ALTER TABLE "environments" ADD COLUMN "signing_secret" TEXT;
