#!/bin/sh
# The commands of the image. `exec` makes Node the process that receives the signals of the container.
set -eu
cd /belfry
command=${1:-web}
if [ $# -gt 0 ]; then shift; fi
case $command in
  web) exec node --max-semi-space-size=16 server.ts "$@" ;;
  worker) exec node --max-semi-space-size=32 --v8-pool-size=1 worker.ts "$@" ;;
  migrate) exec node scripts/db-migrate.ts "$@" ;;
  doctor) exec node scripts/doctor.ts "$@" ;;
  keys-rotate) exec node scripts/keys-rotate.ts "$@" ;;
  password) exec node scripts/password.ts "$@" ;;
  health) exec node deploy/image/health.mjs ;;
esac
echo "There is no command $command: use web, worker, migrate, doctor, keys-rotate, password or health." >&2
exit 64
