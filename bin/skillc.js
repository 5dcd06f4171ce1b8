#!/usr/bin/env node
// biome-ignore-all lint: old syntax on purpose
// Old syntax on purpose: this file must parse on any Node, so that one that is too old can be told what to do.
'use strict';

var fs = require('fs');
var path = require('path');
var url = require('url');

var needed = 24;
var root = path.join(__dirname, '..');

if (Number(process.versions.node.split('.')[0]) >= needed) start();
else useOwnNode();

function start() {
  enableCache();
  var built = path.join(root, 'dist', 'cli', 'main.js');
  var file = fs.existsSync(built) ? built : path.join(root, 'src', 'cli', 'main.ts');
  import(url.pathToFileURL(file).href)
    .then((cli) => cli.main())
    .catch((error) => {
      console.error('skillc: cannot start: ' + ((error && error.message) || error));
      console.error('run `npm install` in ' + root + ' and try again');
      process.exitCode = 1;
    });
}

// Compiled code is kept where only this user can write: never in the shared temporary directory.
function enableCache() {
  var cache = require('module').enableCompileCache;
  if (typeof cache !== 'function') return;
  if (process.env.NODE_COMPILE_CACHE) return void cache();
  try {
    var base = process.env.XDG_CACHE_HOME || path.join(require('os').homedir(), '.cache');
    if (path.isAbsolute(base)) cache(path.join(base, 'skillc', 'compiled'));
  } catch (_) {
    // Without a home there is no cache, and nothing else changes.
  }
}

// A checkout has Node 24 as a development dependency.
function useOwnNode() {
  var own = ownNode();
  if (own === undefined || process.env.SKILLC_OWN_NODE === '1') return tooOld();
  var environment = Object.assign({}, process.env, { SKILLC_OWN_NODE: '1' });
  var child = require('child_process').spawn(own, [__filename].concat(process.argv.slice(2)), {
    stdio: 'inherit',
    env: environment,
  });
  var forward = (signal) => {
    child.kill(signal);
  };
  var signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'];
  signals.forEach((signal) => {
    process.on(signal, forward);
  });
  child.on('error', tooOld);
  child.on('exit', (code, signal) => {
    if (signal === null) return process.exit(code === null ? 1 : code);
    signals.forEach((name) => {
      process.removeListener(name, forward);
    });
    process.kill(process.pid, signal);
  });
}

function ownNode() {
  return [path.join('bin', 'node'), path.join('bin', 'node.exe')]
    .map((name) => path.join(root, 'node_modules', 'node', name))
    .find((file) => fs.existsSync(file));
}

function tooOld() {
  console.error(
    [
      'skillc needs Node ' + needed + ' or newer; this is Node ' + process.versions.node + '.',
      '  in a checkout of skillc:  npm install   (it brings Node ' + needed + ' along)',
      '  anywhere:                 npx -p node@' + needed + ' -p skillc skillc',
      '  for good:                 install Node ' + needed + ' from https://nodejs.org or with your version manager',
    ].join('\n'),
  );
  process.exitCode = 2;
}
