import { expect, test } from 'vitest';
import { lines, python } from './analysed.ts';

const city = [
  { kind: 'placeholder', name: 'city', written: '<city>', span: { source: '', start: 0, end: 0 } },
] as const;

test('a session adds its headers, a base and parameters to what it sends', () => {
  const text = `
import os, requests
s = requests.Session()
s.headers["X-Key"] = os.environ["KEY"]
s.params = {"v": 2}
s.headers.update({"Accept": "text/plain"})
s.put("https://a.example/x", json={"name": "n", "deep": {"token": os.getenv("TOKEN")}})
`;
  expect(lines(python(text))).toEqual([
    'PUT https://a.example/x; header:x-key {env KEY}; header:accept text/plain; query:v 2; body:/deep/token {env TOKEN}',
    'variable KEY!',
    'variable TOKEN',
    'package requests',
  ]);
});

test('arguments are read as argparse reads them', () => {
  const text = `
import argparse
p = argparse.ArgumentParser()
p.add_argument("city")
p.add_argument("-o", "--output", default="out.txt")
p.add_argument("--tags", nargs="*")
p.add_argument("--verbose", action="store_true")
a = p.parse_args()
open(a.city)
open(a.output, "w")
for tag in a.tags or []:
    open(f"tags/{tag}")
`;
  const run = (...words: readonly (string | typeof city)[]) => lines(python(text, { words }));
  expect(run(city)).toEqual(['read {word city}', 'write out.txt', 'read tags/{open}']);
  expect(run('bonn', '--out=x.txt', '--tags', 'a', 'b', '--verbose')).toEqual([
    'read bonn',
    'write x.txt',
    'read tags/a',
    'read tags/b',
  ]);
  expect(run('-oz.txt', '--', '-odd')).toEqual(['read -odd', 'write z.txt', 'read tags/{open}']);
});

test('a variable with a default is told apart from one without', () => {
  const text = `
import os, requests
a = os.environ.get("A", "https://a.example")
b = os.environ.get("B") or "https://b.example"
c = os.environ["C"]
for base in (a, b, c):
    requests.get(base.rstrip("/") + "/x")
`;
  expect(lines(python(text))).toEqual([
    'GET {env A or https://a.example}/x',
    'GET {env B or https://b.example}/x',
    'GET {env C}/x',
    'variable A',
    'variable B',
    'variable C!',
    'package requests',
  ]);
});

test('files: modes, folders, temporary ones and the skill itself', () => {
  const text = `
import gzip, os, shutil, tempfile
from pathlib import Path
open("a"); open("b", "w"); open("c", "r+"); open("d", input())
gzip.open("e.gz", "ab")
Path("f").write_text("x")
(Path("g") / "h").joinpath("i").read_bytes()
os.makedirs("j/k"); os.remove("l"); os.rename("m", "n"); shutil.copy("o", "p")
with tempfile.TemporaryDirectory() as t:
    open(os.path.join(t, "q"), "w")
for name in os.listdir("r"):
    open(f"r/{name}")
open(Path(__file__).parent.parent / "data.json")
Path.home().joinpath(".s").exists()
`;
  expect(lines(python(text))).toEqual([
    'read a',
    'write b',
    'read c',
    'write c',
    'read d',
    'write d',
    'write e.gz',
    'write f',
    'read g/h/i',
    'write j/k',
    'write l',
    'write m',
    'write n',
    'read o',
    'write p',
    'write {temporary}/{one segment}/q',
    'read r',
    'read r/{one segment}',
    'read {bundle}/data.json',
    'read ~/.s',
  ]);
});

test('modules of the bundle are followed, also in a circle; a local one hides that of the library', () => {
  const files = {
    'scripts/lib/__init__.py': 'from .api import get\nfrom . import names\n',
    'scripts/lib/api.py': 'import lib.names as n\nimport requests\ndef get(p): return requests.get(n.BASE + p)\n',
    'scripts/lib/names.py': 'from lib import api\nBASE = "https://a.example"\n',
    'scripts/json.py': 'import os\nos.system("id")\n',
  };
  const found = python('import json\nfrom lib import get\nget("/x")\n', { files });
  expect([lines(found), found.modules]).toEqual([
    ['GET https://a.example/x', 'shell id', 'package requests'],
    ['scripts/json.py', 'scripts/lib/__init__.py', 'scripts/lib/api.py', 'scripts/lib/names.py'],
  ]);
});

test('what nothing looks up does not run, and what is only looked up may run with anything', () => {
  const text = `
import requests
def dead(url): requests.get(url)
def passed(url): requests.post(url)
print(passed)
`;
  expect(lines(python(text))).toEqual(['POST {open}', 'package requests']);
});

test('offsets are those of the file, whatever ends its lines', () => {
  const text = 'import requests\r\n\r\nx = """\r\n"""\rrequests.get("https://a.example")\r\n';
  const [request] = python(text).requests;
  expect(text.slice(request?.at.start, request?.at.end)).toBe('requests.get("https://a.example")');
});

test('what does not parse is not read at all', () => {
  expect(
    ['def f(:\n', 'x = 1\0', '# coding: latin-1\n', `${'('.repeat(500)}`].map((text) => lines(python(text))),
  ).toEqual([
    ['source: the script is not read: it does not parse'],
    ['source: the script is not read: it holds a NUL'],
    ['source: the script is not read: it declares an encoding other than UTF-8'],
    ['source: the script is not read: it is nested too deeply'],
  ]);
  expect(lines(python('# coding: utf-8\nopen("a")\n'))).toEqual(['read a']);
});
