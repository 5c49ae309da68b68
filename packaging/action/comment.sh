#!/usr/bin/env bash
# The comment of action.yml: writes REPORT as a comment on the pull request NUMBER, or into the comment that it wrote before, which its
# first line identifies. Needs gh, with GH_TOKEN. Without a comment the check is the same, so what prevents it is only said.
set -euo pipefail

marker='<!-- zebin: kernels -->'
# Of a comment of GitHub.
most=65536
body=$(mktemp)
trap 'rm -f "$body"' EXIT
{ echo "$marker"; cat "$REPORT"; } > "$body"
if [[ $(wc -m < "$body") -gt $most ]]; then
  { echo "$marker"; head -n 1 "$REPORT"; printf '\nThe report is too long for a comment: it is in the summary of the run.\n'; } > "$body"
fi

comments=repos/$GITHUB_REPOSITORY/issues
comment() {
  local ids id
  ids=$(gh api --paginate "$comments/$NUMBER/comments" --jq ".[] | select(.body | startswith(\"$marker\")) | .id") || return
  id=${ids%%$'\n'*}
  if [[ -n $id ]]; then
    gh api --silent --method PATCH "$comments/comments/$id" --field "body=@$body"
  else
    gh api --silent --method POST "$comments/$NUMBER/comments" --field "body=@$body"
  fi
}
comment || echo '::warning::there is no comment on the pull request, because gh could not write it: a pull request from a fork has no token for that. The report is in the summary.'
