#!/bin/sh
# Runs once, when the data folder of PostgreSQL is empty: an ordinary role for Belfry, which owns its database.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --set=password="$POSTGRES_PASSWORD" <<'SQL'
CREATE ROLE belfry LOGIN PASSWORD :'password';
CREATE DATABASE belfry OWNER belfry;
SQL
