#!/bin/sh
# Writes deploy/.env for compose.yaml: the example's settings, each secret a random one. Never overwrites.
set -eu
cd "$(dirname "$0")"
[ ! -e .env ] || { echo "deploy/.env exists already." >&2; exit 1; }
umask 077
# 32 bytes in base64url.
key() { head -c 32 /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_'; }
secret() { head -c 36 /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_'; }
while IFS= read -r line; do
  case $line in
    *=key) echo "${line%key}$(key)" ;;
    *=random) echo "${line%random}$(secret)" ;;
    *) printf '%s\n' "$line" ;;
  esac
done < compose.env.example > .env
echo "deploy/.env is written; store a copy of its BACKUP_KEY elsewhere. Put your mail server and the keys of Stripe into it."
