#!/usr/bin/env bash
# The check of action.yml. Compares BUILD with the BASELINE of the branch BASE, and its kernels with the limits MAX; writes
# OUTPUT/report.md and OUTPUT/zebin.sarif, and says with the output `passed` whether the gate passes. Ends with another code than 0 only
# if nothing can be compared. Needs bash 4.4, zebin, git and jq.
# shellcheck disable=SC2016,SC2153  # backticks of Markdown, and names that the action gives
set -euo pipefail

# What cannot be done is in the summary too, where people look first.
fail() {
  echo "::error::$1"
  printf '### Kernels: not compared\n\n%s\n' "${2:-$1}" >> "$GITHUB_STEP_SUMMARY"
  exit 2
}
[[ ${BASH_VERSINFO[0]}${BASH_VERSINFO[1]} -ge 44 ]] || fail "this is bash $BASH_VERSION, and the check needs 4.4 or later"
for tool in zebin git jq; do
  command -v "$tool" > /dev/null || fail "the check needs $tool, which is not in PATH"
done

mkdir -p "$OUTPUT"
report=$OUTPUT/report.md
passed=true
# As a person can paste it into a shell.
printf -v update 'zebin compare %q --baseline %q --update' "$BUILD" "$BASELINE"

# Words between blanks, on any number of lines.
read -rd '' -a words <<< "$THRESHOLDS" || true
thresholds=()
for word in "${words[@]}"; do thresholds+=(--threshold "$word"); done

# The baseline of the base branch. A pull request that adds the first one is compared with its own.
base=$OUTPUT/base.json
title=$BASE
# In a whole clone, a fetch of one commit would cut its history.
depth=()
[[ $(git rev-parse --is-shallow-repository) != true ]] || depth=(--depth=1)
if [[ -n $BASE ]] && ! git fetch --quiet "${depth[@]}" origin "$BASE"; then
  echo "::warning::the branch $BASE cannot be fetched: the build is compared with the baseline of this commit"
  BASE=
fi
if [[ -z $BASE ]] || ! git show "FETCH_HEAD:./$BASELINE" > "$base" 2> /dev/null; then
  [[ -f $BASELINE ]] || fail "there is no baseline $BASELINE: write it with $update, and commit it" \
    "There is no baseline \`$BASELINE\` yet. Write it where the build is made, and commit it: \`$update\`"
  cp -- "$BASELINE" "$base"
  title=$BASELINE
fi

status=0
zebin compare "$BUILD" --baseline "$base" "${thresholds[@]}" --title "$title" --title 'this commit' --markdown -o "$report" || status=$?
[[ $status -le 1 && -s $report ]] || fail "zebin compare ended with code $status"
if [[ $status -eq 1 ]]; then
  # A change that the commit records in its own baseline is intended.
  if [[ -f $BASELINE ]] && ! cmp -s "$BASELINE" "$base" && zebin compare "$BUILD" --baseline "$BASELINE" "${thresholds[@]}" > /dev/null; then
    printf '\nThe change is recorded in `%s`.\n' "$BASELINE" >> "$report"
  else
    passed=false
    printf '\n**The gate fails.** If the change is intended, run `%s` and commit the file.\n' "$update" >> "$report"
  fi
fi

# Every file with kernels, once.
mapfile -t files < <({ zebin scan "$BUILD" --format ndjson || true; } | jq -r '.root + "/" + .path' | sort -u)

read -rd '' -a words <<< "$MAX" || true
limits=()
for word in "${words[@]}"; do limits+=(--max "$word"); done
if [[ ${#limits[@]} -gt 0 ]]; then
  exceeded=$OUTPUT/exceeded.md
  : > "$exceeded"
  for file in "${files[@]}"; do
    status=0
    zebin info "$file" --json "${limits[@]}" > "$OUTPUT/info.json" || status=$?
    [[ $status -eq 0 ]] || passed=false
    jq -r --arg file "$file" '
      (.gate.exceeded // [])[] | "| `\(.label)` in `\($file)\(.address)` | \(.column) | \(.value) | \(.max) |"' "$OUTPUT/info.json" >> "$exceeded"
    jq -r --arg file "$file" '
      (.gate.unknown // [])[] | "| `\(.label)` in `\($file)\(.address)` | \(.column) | not known | \(.max) |"' "$OUTPUT/info.json" >> "$exceeded"
    [[ $status -le 1 ]] || echo "| \`$file\` | | cannot be read | |" >> "$exceeded"
  done
  if [[ -s $exceeded ]]; then
    { printf '\n#### Limits that kernels exceed\n\n| kernel | column | value | limit |\n| --- | --- | ---: | ---: |\n'; cat "$exceeded"; } >> "$report"
  else
    printf '\nAll kernels are within the limits: %s.\n' "${words[*]}" >> "$report"
  fi
  rm -f "$exceeded" "$OUTPUT/info.json"
fi

# One log for all files: a run for each, with a category of its own.
sarif=$OUTPUT/zebin.sarif
{
  for file in "${files[@]}"; do
    { zebin validate "$file" --sarif || true; } | jq -c --arg id "zebin/$file/" '.runs[].automationDetails.id = $id'
  done
} | jq -s '{version: "2.1.0"} + (.[0] // {}) + {runs: map(.runs[])}' > "$sarif"
rm -f "$base"

cat "$report" >> "$GITHUB_STEP_SUMMARY"
printf 'passed=%s\nreport=%s\nsarif=%s\n' "$passed" "$report" "$sarif" >> "$GITHUB_OUTPUT"
head -n 1 "$report"
