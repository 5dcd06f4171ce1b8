echo hello > f; cat f; echo more >> f; wc -l < f
#---
mkdir -p a/b/c; touch a/b/c/file; ls a/b/c; [ -f a/b/c/file ] && echo there; [ -d a/b ] && echo dir
#---
echo x > one; cp one two; cat two; mv two three; ls; rm one; ls
#---
mkdir d; echo 1 > d/x; cp -r d e; ls e; rm -rf d; [ -d d ] || echo gone
#---
echo a > a.txt; echo b > b.txt; echo c > c.md; for f in *.txt; do echo "$f: $(cat "$f")"; done
#---
ls nothing 2>/dev/null || echo "no such"; cat nothing 2>/dev/null; echo $?
#---
printf '1\n2\n3\n' > n; while read -r x; do echo "got $x"; done < n
#---
echo data > "with space.txt"; cat "with space.txt"; ls *.txt
#---
{ echo out; echo err >&2; } > log 2>&1; cat log
#---
{ echo out; echo err >&2; } 2> errors > output; echo "[$(cat output)] [$(cat errors)]"
#---
echo x &> both; cat both; echo y &>> both; cat both
#---
(echo to stderr >&2) 2>&1 | sed 's/^/> /'
#---
exec 3> fd3; echo through >&3; exec 3>&-; cat fd3
#---
echo one > f; echo two > f; cat f; set -o noclobber; echo three > f 2>/dev/null || echo refused; cat f
#---
[ -s empty ] || echo "missing or empty"; : > empty; [ -e empty ] && echo exists; [ -s empty ] || echo still
#---
tmp=$(mktemp); echo scratch > "$tmp"; cat "$tmp"; rm -f "$tmp"; [ -e "$tmp" ] || echo removed
#---
dir=$(mktemp -d); echo 1 > "$dir/a"; ls "$dir"; rm -rf "$dir"
#---
echo '{"k": "v"}' > config.json; sed -i 's/"v"/"w"/' config.json; cat config.json
#---
printf 'a\nb\n' > in; sort -r in -o out 2>/dev/null || sort -r in > out; cat out
#---
cat > script.txt <<EOT
line $((1 + 1))
EOT
cat script.txt; wc -c < script.txt
#---
find . -name '*.md' | sort; mkdir x; touch x/r.md s.md; find . -name '*.md' | sort
#---
mkdir -p p/q; touch p/1.txt p/q/2.txt; find p -type f | sort; find p -type d | sort
#---
touch a b c; find . -type f | wc -l; find . -name a -exec echo found {} \;
#---
mkdir t; echo needle > t/1; echo hay > t/2; grep -l needle t/*; grep -rl needle t
#---
echo x > f; [ -r f ] && echo readable; [ -w f ] && echo writable; [ ! -x f ] && echo plain; chmod +x f; [ -x f ] && echo executable
#---
cd /tmp && pwd; cd - > /dev/null; mkdir sub; cd sub; echo in > f; cd ..; cat sub/f
#---
mkdir -p a; (cd a; echo 1 > f); cat a/f; pushd a > /dev/null; cat f; popd > /dev/null; ls
#---
echo 1 > f1; echo 2 > f2; cat f1 f2; cat f1 f2 > f3; wc -l f1 f2 f3
#---
touch -d @0 old 2>/dev/null || touch old; touch new; [ new -nt old ] && echo newer
#---
echo content > src; ln -s src lnk 2>/dev/null; cat src
#---
ls -1 > before; touch z; ls -1 | diff before - > /dev/null || echo changed
#---
mkdir -p out; for i in 1 2 3; do echo "item $i" > "out/$i.txt"; done; cat out/*.txt; ls out | wc -l
#---
echo old > f; cat > f.new <<< new; mv f.new f; cat f
#---
cat <<EOT > multi
a
b
EOT
while IFS= read -r line; do printf '<%s>' "$line"; done < multi; echo
#---
du -s . > /dev/null && echo sized; stat -c %s /dev/null > /dev/null && echo stated
#---
echo "a b" > f; read -r x y < f; echo "$y $x"; IFS= read -r whole < f; echo "$whole"
#---
printf 'a\nb\nc\n' > f; head -1 f; tail -1 f; sed -n 2p f; grep -n b f; wc -l f
#---
echo 1 > a; echo 2 > b; paste -d+ a b; cmp a b > /dev/null || echo differ; cmp a a && echo same
#---
mkdir -p deep/er; echo x > deep/er/f; cp deep/er/f .; ls; rm -r deep; ls
#---
rmdir missing 2>/dev/null || echo "cannot"; mkdir e; rmdir e && echo removed
#---
echo x | tee a b > /dev/null; cat a b; echo y | tee -a a > /dev/null; cat a
#---
f=data.csv; printf 'n,v\na,1\n' > "$f"; if [ -f "$f" ]; then lines=$(wc -l < "$f"); echo "$lines lines"; fi
#---
basename "$(pwd)" > /dev/null; realpath . > /dev/null && echo ok; readlink -f f > /dev/null; [ "$(realpath x/../y)" = "$(pwd)/y" ] && echo normal
#---
cat nofile 2>&1 | grep -o 'No such file'; ls nodir 2>&1 | grep -o 'No such file'
#---
set -e; mkdir q; cd q; echo ok > f; cat f
#---
export DIR=$(pwd); cd /; [ "$DIR" != "$(pwd)" ] && echo moved; cd "$DIR"; [ "$DIR" = "$(pwd)" ] && echo back
#---
for d in a b; do mkdir -p "$d"; echo "$d" > "$d/name"; done; for d in */; do cat "${d}name"; done
#---
touch .hidden shown; ls; ls -a | grep hidden; echo *
#---
echo [] > r.json; [ -f r.json ] && cat r.json || echo '{}'
#---
xs=(*.none); echo "${#xs[@]} ${xs[0]}"; touch a.some b.some; xs=(*.some); echo "${#xs[@]} ${xs[*]}"
#---
cat /dev/null; echo gone > /dev/null; echo $?; cat < /dev/null | wc -c
#---
split_in=$(printf '1 2\n3 4\n'); echo "$split_in" > m; awk '{print $2}' m > col; cat col
#---
ID=42; echo "{\"id\": $ID}" > payload.json; cat payload.json | tr -d ' '; rm payload.json; ls
