#!/usr/bin/env bash
set -euo pipefail
SCRIPT_DIR="$(cd "$(dirname "${BASH_SOURCE[0]:-$0}")" && pwd)"
[ -n "$SCRIPT_DIR" ] && echo located
#---
#!/bin/bash
# Report lines by level.
log() { printf '[%s] %s\n' "$1" "$2"; }
errors=0
while IFS= read -r line; do
  case "$line" in
    ERROR*) errors=$((errors + 1)); log error "${line#ERROR }";;
    WARN*) log warn "${line#WARN }";;
    *) log info "$line";;
  esac
done <<'LOG'
start
WARN low disk
ERROR failed
ERROR again
LOG
echo "$errors errors"
#---
retry() { local n=1 max=$1; shift; until "$@"; do if ((n >= max)); then echo "gave up after $n"; return 1; fi; ((n++)); done; echo "ok after $n"; }
tries=0; flaky() { tries=$((tries + 1)); [ $tries -ge 3 ]; }
retry 5 flaky; tries=-9; retry 2 flaky || echo "status $?"
#---
declare -a queue=(c a b)
push() { queue+=("$1"); }; pop() { local last=$((${#queue[@]} - 1)); echo "${queue[$last]}"; unset "queue[$last]"; }
push d; pop; echo "${queue[@]}"
#---
slugify() { echo "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9]+/-/g; s/^-|-$//g'; }
slugify "Hello, World! 2024"; slugify "  Already-slug  "
#---
parse() { local key value; for pair in "$@"; do key="${pair%%=*}"; value="${pair#*=}"; printf '%s -> %s\n' "$key" "$value"; done; }
parse name=Ada lang=en-GB query=a=b
#---
is_number() { [[ $1 =~ ^-?[0-9]+$ ]]; }
for v in 42 -7 x 3.5 ""; do if is_number "$v"; then echo "$v yes"; else echo "$v no"; fi; done
#---
max() { local m=$1; for n in "$@"; do ((n > m)) && m=$n; done; echo "$m"; }
max 3 9 2; max -5 -2
#---
cat > data.csv <<'CSV'
name,dept,salary
Ada,eng,100
Bob,ops,80
Cyd,eng,120
CSV
awk -F, 'NR > 1 {sum[$2] += $3; n[$2]++} END {for (d in sum) printf "%s %d %.1f\n", d, n[d], sum[d] / n[d]}' data.csv | sort
#---
urlencode() { local s=$1 out= c i; for ((i = 0; i < ${#s}; i++)); do c=${s:i:1}; case $c in [a-zA-Z0-9.~_-]) out+=$c;; *) printf -v c '%%%02X' "'$c"; out+=$c;; esac; done; echo "$out"; }
urlencode 'a b&c=d/e?'
#---
join_by() { local d=$1; shift; local f=$1; shift; printf '%s' "$f" "${@/#/$d}"; echo; }
join_by , a b c; join_by ' | ' x y
#---
contains() { local needle=$1; shift; for e; do [[ $e == "$needle" ]] && return 0; done; return 1; }
contains b a b c && echo in; contains z a b c || echo out
#---
for n in $(seq 1 15); do if ((n % 15 == 0)); then echo FizzBuzz; elif ((n % 5 == 0)); then echo Buzz; elif ((n % 3 == 0)); then echo Fizz; else echo $n; fi; done | head -6
#---
a=0 b=1; for _ in {1..10}; do printf '%d ' $a; t=$((a + b)); a=$b; b=$t; done; echo
#---
primes=(); for ((n = 2; n < 30; n++)); do p=1; for ((d = 2; d * d <= n; d++)); do ((n % d == 0)) && { p=0; break; }; done; ((p)) && primes+=($n); done; echo "${primes[@]}"
#---
version_ge() { [ "$(printf '%s\n%s\n' "$1" "$2" | sort -V | head -1)" = "$2" ]; }
version_ge 1.10.0 1.9.0 && echo newer; version_ge 1.0 2.0 || echo older
#---
config=$(cat <<'INI'
[server]
host = localhost
port = 8080
INI
)
get() { echo "$config" | grep "^$1 *=" | cut -d= -f2 | tr -d ' '; }
echo "$(get host):$(get port)"
#---
menu() { local i=1; for item in "$@"; do printf '%d) %s\n' $i "$item"; ((i++)); done; }
menu open close quit
#---
#!/bin/sh
# POSIX only
set -eu
name=${1:-nobody}
if [ "$name" = nobody ]; then printf 'anonymous\n'; else printf '%s\n' "$name"; fi
i=0
while [ "$i" -lt 3 ]; do i=$((i + 1)); printf '%s ' "$i"; done
echo
#---
backup() { local f=$1; [ -f "$f" ] || { echo "no $f" >&2; return 1; }; cp "$f" "$f.bak" && echo "saved $f.bak"; }
echo 1 > conf; backup conf; backup none 2> err || cat err
#---
wait_for() { local what=$1 tries=${2:-3}; for ((i = 1; i <= tries; i++)); do if [ -e "$what" ]; then echo "found $what at $i"; return; fi; [ $i -eq 2 ] && touch "$what"; done; echo timeout; return 1; }
wait_for ready; wait_for never 1 || echo failed
#---
tree() { local dir=$1 indent=$2; for e in "$dir"/*; do [ -e "$e" ] || continue; echo "$indent${e##*/}"; [ -d "$e" ] && tree "$e" "$indent  "; done; return 0; }
mkdir -p r/a r/b; touch r/a/1 r/b/2 r/3; tree r ""
#---
IFS=$'\n'; for line in $(printf 'a b\nc d\n'); do echo "[$line]"; done; unset IFS; for word in $(echo a b); do echo "<$word>"; done
#---
declare -A status=([200]=OK [404]="Not Found"); for code in 200 404 500; do echo "$code ${status[$code]:-unknown}"; done
#---
template='Dear {name}, you owe {amount}.'; out=${template//\{name\}/Ada}; out=${out//\{amount\}/\$5}; echo "$out"
#---
md_table() { echo '| name | value |'; echo '|---|---|'; while IFS=: read -r k v; do echo "| $k | $v |"; done; }
printf 'a:1\nb:2\n' | md_table
#---
log_file=run.log; { echo "start"; echo "end"; } | tee "$log_file" | wc -l; grep -c . "$log_file"
#---
total=$(printf '%s\n' 12.5 7.25 | awk '{s += $1} END {print s}'); echo "total: $total"; awk "BEGIN {exit !($total > 10)}" && echo large
#---
bytes=1536; echo "$((bytes / 1024)) KiB"; awk -v b=$bytes 'BEGIN {printf "%.1f KiB\n", b / 1024}'
#---
secs=3725; printf '%02d:%02d:%02d\n' $((secs / 3600)) $((secs % 3600 / 60)) $((secs % 60))
#---
ids="3 1 2"; for id in $(echo $ids | tr ' ' '\n' | sort -n); do printf 'id-%03d\n' "$id"; done
#---
echo "step 1: prepare"; mkdir -p build && cd build && echo artefact > app.txt; cd ..; [ -f build/app.txt ] && echo "step 2: built $(cat build/app.txt)"
#---
if [[ "feature/login" == feature/* ]]; then branch="feature/login"; echo "${branch#feature/}"; fi; [[ v1.2 =~ ^v([0-9]+)\.([0-9]+)$ ]] && echo "major ${BASH_REMATCH[1]}"
#---
args=(--flag "two words"); count() { echo $#; }; count "${args[@]}"; count ${args[@]}
#---
(set -e; false; echo no) && echo a || echo b; set +e; false; echo still
#---
x=$(cat <<EOT
  keep indent
EOT
); echo "[$x]"
#---
{ printf 'Content-Type: text/plain\r\n'; printf '\r\n'; printf body; } | tr -d '\r' | sed '1,/^$/d'
#---
seen=; for t in b a b c a; do case " $seen " in *" $t "*) ;; *) seen="$seen $t";; esac; done; echo $seen
#---
n=$(printf 'a\nb\n' | wc -l); n=${n// /}; [ "$n" -eq 2 ] && echo "exactly $n"
#---
fn_list=(one two); one() { echo 1; }; two() { echo 2; }; for f in "${fn_list[@]}"; do "$f"; done; cmd=one; $cmd
#---
print_usage() { cat <<EOT
Usage: $(basename "$0") COMMAND
Commands:
$(for c in list add; do echo "  $c"; done)
EOT
}
print_usage | tail -2
#---
path=/usr/local/share/app/data; IFS=/ read -ra seg <<< "$path"; echo "${seg[1]} ${seg[-1]} ${#seg[@]}"
#---
matrix=("1 2" "3 4"); for row in "${matrix[@]}"; do set -- $row; echo $(($1 + $2)); done
#---
s="racecar"; r=$(echo "$s" | rev); [ "$s" = "$r" ] && echo palindrome
#---
word_count() { tr -cs '[:alnum:]' '\n' | tr '[:upper:]' '[:lower:]' | sort | uniq -c | sort -k1,1nr -k2 | head -"$1" | awk '{print $2, $1}'; }
echo "The cat and the dog and the bird" | word_count 2
#---
exec 2>/dev/null; echo visible; echo hidden >&2; ls /nonexistent; echo $?
#---
f() { echo out; echo err >&2; return 3; }; out=$(f 2>/dev/null); echo "$? $out"; err=$(f 2>&1 >/dev/null); echo "$err"
#---
readonly BASE="api/v1"; endpoint() { echo "$BASE/${1#/}"; }; endpoint /users; endpoint items
#---
count=$(grep -c '^-' <<'LIST'
- one
- two
text
LIST
); echo "$count items"
#---
printf '%s\n' "alpha:1" "beta:2" > kv; while IFS=: read -r k v; do declare "$k=$v"; done < kv; echo "$alpha $beta"
#---
lower=${HOSTNAME_X:-MyHost}; lower=${lower,,}; echo "${lower:0:3}"; [[ ${lower} =~ host$ ]] && echo suffix
#---
while read -r op a b; do case $op in add) echo $((a + b));; mul) echo $((a * b));; *) echo "? $op";; esac; done <<OPS
add 1 2
mul 3 4
pow 1 2
OPS
