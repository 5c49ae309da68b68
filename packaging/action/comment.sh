#!/usr/bin/env bash
# The comment of action.yml: writes REPORT as a comment on the pull request NUMBER, or into the comment that it wrote before, which its
# first line identifies. Needs gh, with GH_TOKEN.
set -euo pipefail

marker='<!-- zebin: kernels -->'
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{ echo "$marker"; cat "$REPORT"; } > "$body"

comments=repos/$GITHUB_REPOSITORY/issues
id=$(gh api --paginate "$comments/$NUMBER/comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id" | head -n 1)
if [[ -n $id ]]; then
  gh api --silent --method PATCH "$comments/comments/$id" --field "body=@$body"
else
  gh api --silent --method POST "$comments/$NUMBER/comments" --field "body=@$body"
fi
