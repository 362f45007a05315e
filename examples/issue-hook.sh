#!/usr/bin/env bash
# Called by `lexwarrant monitor --hook` as: issue-hook.sh open|close|change URL BEFORE AFTER REPLICA WHY
set -euo pipefail
what=$1 url=$2 before=$3 after=$4 replica=$5 why=$6
title="Down: $url"
number=$(gh issue list --search "$title in:title" --state open --json number --jq '.[0].number // empty')
case $what in
  open)
    [ -n "$number" ] || gh issue create --title "$title" \
      --body "$(printf 'State went from %s to %s.\nReplica: %s\nWhy: %s\n' "$before" "$after" "$replica" "$why")"
    ;;
  close) [ -z "$number" ] || gh issue close "$number" --comment "Up again (replica $replica)." ;;
  *) [ -z "$number" ] || gh issue comment "$number" --body "$before -> $after: $why" ;;
esac
