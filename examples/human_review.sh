#!/usr/bin/env bash
# A terminal session: a report waits for a person, is edited, is asked for again, approved, published, and verified
# elsewhere. Needs `ditto` on PATH; writes into a folder of its own (default ./human-review) and ends with 0.
set -euo pipefail

folder=${1:-human-review}
mkdir "$folder" && cd "$folder"
[ -f ../ditto.yaml ] && cp ../ditto.yaml .

expect() { # expect CODE COMMAND…: show the command, run it, and go on where it ends with that code
    local wanted=$1 found=0
    shift
    printf '\n$' && printf ' %q' "$@" && echo
    "$@" || found=$?
    [ "$found" = "$wanted" ] || { echo "ended with $found, expected $wanted" >&2; exit 1; }
}
field() { python3 -c 'import json, sys; print(json.load(sys.stdin)["pause"][sys.argv[1]])' "$1"; }

cat > sales.csv <<'CSV'
month,grossCents,refundCents
2026-07,120000,6000
2026-08,150000,9000
CSV

expect 0 ditto new july --source sales.csv --approval --on-human pause --max-rounds 6 --max-model-calls 16
expect 4 ditto run july
# The terminal may be closed here: what waits is a folder, not a process.
expect 0 ditto show july
expect 0 ditto review july

first=$(ditto review july --json | field token)
draft=$(ditto review july --json | field draftId)
python3 - "july/drafts/$draft.json" edited.json <<'PY'
import json, sys
draft = json.load(open(sys.argv[1]))
json.dump(draft | {"title": "Net revenue in July and August"}, open(sys.argv[2], "w"))
PY
expect 4 ditto review july --token "$first" --actor analyst --edit edited.json --note "A plainer title."
expect 0 ditto review july
expect 1 ditto review july --token "$first" --actor analyst --approve

second=$(ditto review july --json | field token)
expect 1 ditto review july --token "$second" --actor somebody --approve
expect 0 ditto review july --token "$second" --actor analyst --approve --note "Checked against the books."
expect 0 ditto verify july

cp -r july elsewhere && rm elsewhere/*.sqlite*
expect 0 ditto verify elsewhere
sed -i.before 's/141000/151000/' elsewhere/output/report.md
expect 1 ditto verify elsewhere
