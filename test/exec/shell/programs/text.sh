printf 'b\na\nc\n' | sort
#---
printf '10\n9\n100\n' | sort -n; printf '10\n9\n100\n' | sort -rn | head -1
#---
printf 'b 2\na 1\nc 3\n' | sort -k2 -n; printf 'x,3\ny,1\n' | sort -t, -k2n
#---
printf 'a\nb\na\na\n' | sort | uniq -c | sort -rn | awk '{print $2": "$1}'
#---
printf 'a\na\nb\n' | uniq; printf 'a\na\nb\n' | uniq -d; printf 'a\na\nb\n' | uniq -u
#---
printf 'one two three\n' | cut -d' ' -f2; echo abcdef | cut -c2-4; echo a:b:c | cut -d: -f1,3
#---
echo hello | tr a-z A-Z; echo 'a  b' | tr -s ' '; echo 'a1b2' | tr -d 0-9; echo 'x y' | tr ' ' '\n'
#---
printf '1\n2\n3\n4\n5\n' | head -2; printf '1\n2\n3\n4\n5\n' | tail -2; printf '1\n2\n3\n' | tail -n +2
#---
printf 'a\nb\nc\n' | wc -l; printf 'a b c' | wc -w; printf 'abc' | wc -c
#---
printf 'apple\nbanana\ncherry\n' | grep an; printf 'apple\nBanana\n' | grep -i b; printf 'a\nb\n' | grep -v a
#---
printf 'a1\nb2\nc\n' | grep -E '[0-9]'; printf 'x=1\ny=2\n' | grep -c =; printf 'foo bar\n' | grep -o 'b.*'
#---
grep -q x <<< "xyz"; echo $?; grep -q q <<< "xyz"; echo $?
#---
printf 'error: one\nok\nerror: two\n' | grep -n error
#---
printf 'key: value\n' | sed 's/: /=/'; echo hello | sed 's/l/L/g'; printf 'a\nb\nc\n' | sed -n '2p'
#---
printf 'a\nb\nc\n' | sed '2d'; printf 'a\nb\n' | sed '1i\start'; echo path/to/file | sed 's|/|.|g'
#---
echo "John Smith" | sed -E 's/(\w+) (\w+)/\2, \1/'; echo '  lead' | sed 's/^ *//'
#---
printf 'a b c\nd e f\n' | awk '{print $2}'; printf 'a:1\nb:2\n' | awk -F: '{print $2, $1}'
#---
printf '1\n2\n3\n' | awk '{s += $1} END {print s}'; printf '1\n2\n3\n' | awk 'NR==2'; printf 'x\ny\n' | awk '{print NR": "$0}'
#---
printf 'a 5\nb 15\n' | awk '$2 > 10 {print $1}'; echo "1.5 2.25" | awk '{printf "%.2f\n", $1 + $2}'
#---
awk 'BEGIN {for (i = 1; i <= 3; i++) print i * i}'; echo a,b,c | awk -F, '{print NF, $NF}'
#---
awk -v name=World 'BEGIN {print "Hello " name}'; echo 'a b' | awk '{$1="x"; print}'
#---
printf 'k1 3\nk2 4\nk1 5\n' | awk '{a[$1] += $2} END {print a["k1"], a["k2"]}'
#---
echo "Hello World" | awk '{print toupper($0), length($0), substr($0, 1, 5)}'
#---
echo hello | rev; printf '1\n2\n3\n' | tac; echo 'long line here' | fold -w 5
#---
printf 'a\nb\n' | paste -sd,; printf '1\n2\n' > l; printf 'x\ny\n' > r; paste l r; paste -d: l r
#---
echo -n test | base64; echo dGVzdA== | base64 -d; echo; echo -n user:pass | base64 -w0
#---
echo -n abc | md5sum | cut -d' ' -f1; echo -n abc | sha256sum | awk '{print $1}'; echo -n abc | sha1sum
#---
echo one two three | xargs -n1; echo a b | xargs echo pre
#---
printf 'a\nb\n' | xargs -I{} echo "item {}"; printf 'x y\0z\0' | xargs -0 -n1 echo
#---
printf 'a\nb\nc\nd\n' | xargs -n2 echo pair; printf '' | xargs -r echo none; echo end
#---
seq 5 | xargs; seq 3 | xargs -I N sh -c 'echo $((N * 2))'
#---
seq 3; seq 2 4; seq 1 2 7; seq -s, 3 2>/dev/null || seq 3 | paste -sd,
#---
printf '%s %d %05.2f %x %o %%\n' str 42 3.14159 255 8; printf '%-10s|%10s|\n' left right
#---
printf '%s\n' a b c; printf '%s=%s\n' k1 v1 k2 v2; printf 'no newline'; echo
#---
printf '%q\n' 'a b'; printf '%b\n' 'tab\there'; printf '%c\n' xyz; printf '%5s|%-5s|\n' ab cd
#---
echo -e 'a\tb\nc'; echo -n x; echo y; echo "tab	kept"
#---
echo "quotes 'inside' \"double\""; echo 'back\slash'; echo "dollar \$HOME"
#---
cat <<EOT
value: $((6 * 7))
literal: \$x
$(echo substituted)
EOT
#---
cat <<'EOT'
no $expansion `here` $(at all)
EOT
#---
cat <<-EOT
	indented
		twice
	EOT
#---
cat << EOT | grep -v '^#' | sort
# comment
zeta
alpha
EOT
#---
tr a-z A-Z <<< "here string"
#---
nl <<< $'a\nb'; cat -n <<< $'x\ny'
#---
printf 'a\tb\n' | expand -t 4; printf 'name age\nbob 5\n' | column -t
#---
comm -12 <(printf 'a\nb\nc\n') <(printf 'b\nc\nd\n'); join <(printf '1 a\n2 b\n') <(printf '1 x\n2 y\n')
#---
diff <(echo a) <(echo a) && echo same; diff <(echo a) <(echo b) > /dev/null || echo different
#---
expr 3 + 4; expr 10 / 3; expr length hello; expr substr hello 2 3
#---
basename /a/b/c.txt; basename /a/b/c.txt .txt; dirname /a/b/c.txt; dirname file
#---
echo "a b c" | while read -r x y; do echo "$y then $x"; done
#---
echo '{"id": 5, "name": "x"}' | grep -o '"id": [0-9]*' | grep -o '[0-9]*$'
#---
printf 'GET /a 200\nGET /b 404\nPOST /a 200\n' | awk '{print $3}' | sort | uniq -c | sort -rn | head -1 | awk '{print $2}'
#---
ls_output=$(printf 'b.txt\na.txt\n' | sort); echo "$ls_output" | head -1
#---
echo "2024-01-15" | tr - / ; echo "a.b.c" | tr . '\n' | tail -1
#---
echo 'name=Ada' | cut -d= -f2-; echo 'a=b=c' | cut -d= -f2-
#---
printf 'one\n\ntwo\n\n' | grep -v '^$'; printf 'one\n\ntwo\n' | sed '/^$/d' | wc -l
#---
echo 'user@example.com' | grep -E '^[^@]+@[^@]+\.[a-z]+$' && echo valid
#---
echo "The Quick Brown" | tr '[:upper:]' '[:lower:]' | tr ' ' '_'
#---
printf '3\n1\n2\n' | sort | tee sorted.txt | head -1; cat sorted.txt
#---
date -u -d @86400 +%F; date -u -d 2024-02-29 +%j; date -u -d @1700000000 '+%Y-%m-%dT%H:%M:%SZ'
#---
echo 'aXbXc' | awk -FX '{for (i = 1; i <= NF; i++) print $i}'
#---
head -c 3 <<< abcdef; echo; tail -c 3 <<< abcdef
#---
printf 'id,name\n1,Ada\n2,Bob\n' | tail -n +2 | while IFS=, read -r id name; do echo "$id is $name"; done
#---
printf 'line %s\n' 1 2 3 | sed -n '$p'; printf 'x\n' | sed 's/x/a\/b/'; echo aaa | sed 's/a/b/2'
#---
echo "price: 19.99" | grep -oE '[0-9]+\.[0-9]+'; echo v1.2.3 | grep -oE '[0-9]+' | paste -sd.
#---
printf 'b\nB\na\n' | sort -f; printf '1.10\n1.9\n' | sort -V; printf 'x\nx\ny\n' | sort -u
#---
printf 'a\0b\0' | tr '\0' '\n'; echo x | od -An -c | tr -s ' '
#---
echo héllo wörld | wc -c; echo héllo | tr a-z A-Z; echo "${#x}"; x=héllo; echo "${#x}" "${x:1:1}" "${x^^}"
#---
echo -n 'hello' | xxd -p; echo 68656c6c6f | xxd -r -p; echo
#---
echo -n msg | openssl dgst -sha256 | awk '{print $2}'; echo -n msg | openssl dgst -sha256 -hmac key | sed 's/^.*= //'; echo -n hi | openssl base64
#---
echo -n abc | shasum -a 256; echo -n abc | sha512sum | cut -c1-16
#---
printf 'x\n' | cat - ; echo a | cat; printf 'n' | cat -
#---
env | grep -c '^NO_SUCH='; FOO=1 env | grep '^FOO='; env -i A=1 bash -c 'echo $A'; printenv NOPE || echo none
#---
timeout 5 echo quick; nice echo polite; command echo direct; builtin echo built
