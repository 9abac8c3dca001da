#!/bin/sh
# Writes deploy/.env for compose.yaml: the example's settings, each secret a random one. Never overwrites.
set -eu
cd "$(dirname "$0")"
[ ! -e .env ] || { echo "deploy/.env exists already." >&2; exit 1; }
umask 077
secret() { head -c 36 /dev/urandom | base64 | tr -d '\n=' | tr '+/' '-_'; }
while IFS= read -r line; do
  case $line in
    *=random) echo "${line%random}$(secret)" ;;
    *) printf '%s\n' "$line" ;;
  esac
done < compose.env.example > .env
echo "deploy/.env is written. Put your mail server and the keys of Stripe and Google into it."
