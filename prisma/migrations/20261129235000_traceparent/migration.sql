-- The span that triggered a transaction (W3C Trace Context). Null unless the web process traces.
ALTER TABLE "triggers" ADD COLUMN "traceparent" TEXT;
