if true; then echo yes; else echo no; fi
#---
if [ 1 -gt 2 ]; then echo a; elif [ 1 -lt 2 ]; then echo b; else echo c; fi
#---
for i in 1 2 3; do echo $i; done
#---
for f in a b; do for g in x y; do echo "$f$g"; done; done
#---
for ((i = 0; i < 3; i++)); do echo "i=$i"; done
#---
i=0; while [ $i -lt 3 ]; do echo $i; i=$((i + 1)); done
#---
i=3; until [ $i -eq 0 ]; do echo $i; i=$((i - 1)); done
#---
for i in 1 2 3 4; do [ $i -eq 2 ] && continue; [ $i -eq 4 ] && break; echo $i; done
#---
case "start" in start|run) echo go;; stop) echo halt;; *) echo usage; exit 1;; esac
#---
case x in x) echo one;& y) echo two;; z) echo three;; esac
#---
true && echo and; false || echo or; false && echo never; true || echo never
#---
false; echo $?; true; echo $?; (exit 7); echo $?
#---
! true; echo $?; ! false; echo $?
#---
set -e; echo before; false; echo after
#---
set -e; false || echo handled; echo on
#---
set -u; echo "${undefined:-ok}"; echo "$undefined"; echo never
#---
set -o pipefail; false | true; echo $?
#---
false | true; echo $? "${PIPESTATUS[@]}"
#---
greet() { echo "hi $1"; }; greet Ada; greet "Grace Hopper"
#---
add() { echo $(($1 + $2)); }; sum=$(add 2 3); echo "sum=$sum"
#---
check() { [ "$1" = ok ] && return 0; return 3; }; check ok; echo $?; check no; echo $?
#---
fact() { if [ $1 -le 1 ]; then echo 1; else echo $(($1 * $(fact $(($1 - 1))))); fi; }; fact 5
#---
{ echo a; echo b; } | tr a-z A-Z
#---
(cd /tmp; x=1); echo "[$x]"
#---
x=1; (x=2; echo $x); echo $x
#---
[[ -n "a" && "a" == a ]] && echo both; [[ "a" == b || 1 -eq 1 ]] && echo either
#---
[[ "2024-01-31" =~ ^([0-9]{4})-([0-9]{2}) ]] && echo "${BASH_REMATCH[1]} ${BASH_REMATCH[2]}"
#---
[[ abc < abd ]] && echo less; [[ ! -e /nonexistent ]] && echo missing
#---
[ "a" = "a" ] && [ 3 -ge 3 ] && echo ok; test 5 -ne 6 && echo differ
#---
if ! grep -q needle <<< "haystack"; then echo absent; fi
#---
count=0; for w in $(echo one two three); do count=$((count+1)); done; echo $count
#---
exit_code=0; some_missing_function 2>/dev/null || exit_code=$?; echo $exit_code
#---
trap 'echo bye' EXIT; echo hi
#---
trap 'echo "code $?"' EXIT; exit 4
#---
cleanup() { echo "cleaning $tmp"; }; trap cleanup EXIT; tmp=/tmp/x; echo working
#---
trap 'echo a' EXIT; trap - EXIT; echo none
#---
exec echo replaced; echo never
#---
echo one; exit 0; echo two
#---
f() { exit 5; }; f; echo never
#---
f() { return 2; echo never; }; f || echo "failed $?"
#---
n=5; while ((n > 0)); do ((n--)); if ((n == 2)); then break; fi; done; echo $n
#---
for i in {1..3}; do for j in {1..3}; do [ $j -eq 2 ] && continue 2; echo "$i$j"; done; done
#---
while :; do echo once; break; done
#---
seq 1 3 | while read -r n; do echo $((n * n)); done
#---
total=0; while read -r n; do total=$((total + n)); done < <(seq 1 10); echo $total
#---
f() { local -a list=("$@"); echo "${#list[@]}: ${list[*]}"; }; f a "b c" d
#---
usage() { cat <<USAGE
usage: $0 [-v] file
USAGE
}; usage | head -1 | cut -d' ' -f1
#---
while getopts "ab:c" opt -a -b value -c; do case $opt in a) echo A;; b) echo "B=$OPTARG";; c) echo C;; esac; done
#---
set -- -n 3 --name x rest; while [ $# -gt 0 ]; do case $1 in -n) n=$2; shift 2;; --name) name=$2; shift 2;; *) break;; esac; done; echo "$n $name $1"
#---
if [ -z "$1" ]; then echo "no argument" >&2; exit 2; fi
#---
command -v grep > /dev/null && echo found; command -v no_such_tool_xyz > /dev/null || echo missing
#---
type -t cd; type -t if; f() { :; }; type -t f
#---
eval 'x=5; echo $x'; y=x; eval "echo \$$y"
#---
echo a; { echo b; exit 3; }; echo c
#---
result=$(false); echo "status $?"; result=$(echo ok) && echo "$result"
#---
if out=$(echo text; exit 3); then echo success; else echo "failed $? $out"; fi
#---
x=3; [ $x -eq 3 ] && { echo three; echo indeed; } || echo not
#---
for x; do echo "$x"; done; echo none
#---
for file in *.nothing; do echo "$file"; done
#---
shopt -s nullglob; for file in *.nothing; do echo "$file"; done; echo end
#---
i=0; until ((i >= 2)); do echo "step $((++i))"; done
#---
time_limit=3; for attempt in $(seq 1 $time_limit); do echo "attempt $attempt"; if [ "$attempt" -eq 2 ]; then echo done; break; fi; done
#---
sleep 0.01 & wait; echo finished
#---
(echo sub; exit 2) || echo "sub failed with $?"
#---
bash -c 'echo "$0 $1 $#"' name arg; sh -c 'echo posix'
#---
bash -c 'exit 9'; echo $?
#---
bash -e -c 'false; echo never'; echo $?
#---
echo 'echo from script $1; exit 4' > s.sh; bash s.sh arg; echo $?
#---
cat > lib.sh <<'EOS'
greet() { echo "hello $1"; }
VERSION=2
EOS
source ./lib.sh; greet you; echo $VERSION; . ./lib.sh
#---
printf 'echo "$1-$2"\n' > p.sh; chmod +x p.sh; ./p.sh a "b c"
#---
cmd=(echo "a b" c); "${cmd[@]}"; ${cmd[@]}; "${cmd[@]}" more
#---
c="echo hi there"; $c; run() { "$@"; }; run echo through; run printf '%s|' "x y" z; echo
#---
greet() { echo "hello $1"; }; fn=greet; $fn you; "$fn" "two words"; PRE=; $PRE echo empty prefix
#---
DEBUG=echo; $DEBUG rm -rf nothing; maybe() { if [ "$DRY" = 1 ]; then echo "would: $*"; else "$@"; fi; }; DRY=1 maybe rm x; maybe true && echo ran
#---
list() { for c in "$@"; do $c; done; }; list true "echo one" "printf two"; echo
#---
echo in | ${CAT:-cat}; x=$(${CAT:-cat} <<< sub); echo "$x"; if ${T:-true}; then echo yes; fi
