name=World; echo "Hello, $name!"
#---
a=1; b=2; echo $((a + b))
#---
x="a  b   c"; echo $x; echo "$x"
#---
unset y; echo "${y:-default}" "${y-also}" "[${y:+set}]"
#---
z=; echo "${z:-empty}" "[${z-unset}]" "[${z:+set}]"
#---
: "${w:=assigned}"; echo "$w"
#---
f=report.tar.gz; echo "${f%.gz}" "${f%%.*}" "${f#*.}" "${f##*.}"
#---
p=/home/me/notes/todo.md; echo "${p##*/}" "${p%/*}" "$(basename "$p" .md)" "$(dirname "$p")"
#---
s="hello world"; echo "${s/o/0}" "${s//o/0}" "${s/#hello/bye}" "${s/%world/all}"
#---
s=hello; echo "${s^}" "${s^^}" "${#s}" "${s:1}" "${s:1:3}" "${s: -2}"
#---
S=HELLO; echo "${S,}" "${S,,}"
#---
arr=(one two three); echo "${arr[0]}" "${arr[@]}" "${#arr[@]}" "${arr[-1]}" "${arr[@]:1:2}"
#---
arr=(a b); arr+=(c); arr[5]=z; echo "${!arr[@]}"; echo "${arr[*]}"
#---
declare -A m; m[k]=v; m[x y]=z; echo "${m[k]}" "${m[x y]}" "${#m[@]}"
#---
declare -A count; for w in a b a c a; do count[$w]=$((${count[$w]:-0} + 1)); done; for k in a b c; do echo "$k ${count[$k]}"; done
#---
IFS=,; set -- a,b c; x="1,2,3"; for i in $x; do echo "$i"; done
#---
IFS=: read -r user _ uid rest <<< "root:x:0:0:root:/root:/bin/bash"; echo "$user $uid $rest"
#---
read -r first second <<< "alpha beta gamma"; echo "$first|$second"
#---
x=5; ((x++)); ((x *= 2)); echo $x
#---
x=10; let "x -= 3"; echo $x; let y=x%4; echo $y
#---
echo $((7 / 2)) $((-7 / 2)) $((7 % 3)) $((2 ** 10)) $(( (1 + 2) * 3 ))
#---
echo $((0x1f)) $((010)) $((2#101)) $((16#ff))
#---
i=3; echo $((i > 2 ? 1 : 0)) $((i == 3)) $((i != 3)) $((!i))
#---
export FOO=bar; bash -c 'echo "$FOO"'; FOO=baz bash -c 'echo "$FOO"'; echo "$FOO"
#---
LOCAL=1; bash -c 'echo "[${LOCAL:-unset}]"'
#---
readonly R=1; echo $R; (R=2) 2>/dev/null; echo $?
#---
v=name; name=value; echo "${!v}"
#---
x='single $quoted'; y="double \$quoted"; echo "$x" "$y" 'it'"'"'s'
#---
echo $'tab\there\nnewline' $'\x41' $'\u00e9'
#---
msg="line one
line two"; echo "$msg"; printf '%s\n' "$msg" | wc -l
#---
a=1 b=2; echo $a$b; unset a; echo "[$a]"
#---
x=$(printf 'trailing\n\n\n'); echo "[$x]"
#---
echo "$(echo "nested $(echo "deep")")"
#---
echo `echo backtick \`echo inner\``
#---
date_part=$(date -u -d @0 +%Y-%m-%d); echo "$date_part"
#---
echo {a,b}{1,2} {1..5} {01..03} {a..e..2} pre{x,y}post
#---
echo "${@}" "$#"; set -- x "y z"; echo "$#" "$1" "$2"; shift; echo "$1"; for a in "$@"; do echo "[$a]"; done
#---
set -- a b c; echo "$*"; IFS=-; echo "$*"
#---
printf '%s|' "$@"; set -- 1 "2 3"; printf '%s|' "$@"; echo
#---
x=abc; case $x in a*) echo starts;; esac; [[ $x == *c ]] && echo ends
#---
words="the quick brown fox"; set -- $words; echo $# $3
#---
n=007; echo $((10#$n + 1))
#---
declare -i num=5; num+=3; echo $num
#---
declare -r c=7; echo $c; declare -p c
#---
x="a b"; y=($x); echo ${#y[@]}; z=("$x"); echo ${#z[@]}
#---
arr=(3 1 2); sorted=($(printf '%s\n' "${arr[@]}" | sort)); echo "${sorted[@]}"
#---
mapfile -t lines < <(printf 'a\nb c\nd\n'); echo "${#lines[@]}" "${lines[1]}"
#---
while IFS= read -r line; do echo "[$line]"; done <<< $'  two\n spaces '
#---
while IFS='=' read -r key value; do echo "$key -> $value"; done < <(printf 'a=1\nb=x=y\n')
#---
printf 'k1:v1\nk2:v2\n' | while IFS=: read -r k v; do printf '%s=%s\n' "$k" "$v"; done
#---
x=5; f() { local x=6; echo $x; }; f; echo $x
#---
f() { echo "${FUNCNAME[0]} $# $1"; }; f a b
#---
str="a,b,c"; IFS=',' read -ra parts <<< "$str"; for p in "${parts[@]}"; do echo "$p"; done
#---
json='{"a": 1}'; echo "${json}" | tr -d ' {}'
#---
v="x"; echo "${v}y" "${v}_y" "$v-y"
#---
empty=""; [ -z "$empty" ] && echo empty; [ -n "$empty" ] || echo "not set"
#---
A=1; B="$A-$((A+1))"; C="${B//-/_}"; echo "$A $B $C"
#---
echo "$HOME_NOT_SET"; echo "${HOME_NOT_SET:-none}"
#---
printf -v padded '%05d' 42; echo "$padded"
#---
text="Hello"; for ((i=0; i<${#text}; i++)); do printf '%s ' "${text:$i:1}"; done; echo
#---
t="  trim me  "; t="${t#"${t%%[![:space:]]*}"}"; t="${t%"${t##*[![:space:]]}"}"; echo "[$t]"
#---
url="https://api.example.com/v1/items?limit=5"; echo "${url#*://}" "${url%%\?*}" "${url##*/}"
