'use strict';
const fs = require('node:fs');
const nodePath = require('node:path');
const { Script } = require('node:vm');

/*
 * Loads the commands with a cache of their compiled code. Node has one of its own
 * (`module.enableCompileCache`), but that only contains what is compiled before a file runs,
 * without the functions that are called later, which are most of them. This cache is written when
 * the process exits.
 *
 * It is stored next to the code: a user who can change one can change the other. If nothing can be
 * written, nothing is cached. There is one file per command, because each calls other functions.
 */
const dist = nodePath.join(__dirname, '../dist');
const folder = nodePath.join(__dirname, '../.cache');
const called = process.argv[2] ?? '';
const command = /^[a-z]{1,20}$/.test(called) ? called : 'none';
const path = nodePath.join(folder, `${process.version}-${process.arch}-${command}`);

/** Bytecode compiled beyond the cached code after which the cache is rewritten. */
const ENOUGH = 65_536;

/** A file starts with the length of its header, and the number of starts it has served, in one byte. */
const PREFIX = 5;
const STARTS = 4;

/** Asking V8 how much it has compiled takes as long as some commands, so only these starts do it. */
const CHECKED_STARTS = [1, 2, 4, 8, 16, 32, 64, 128];

/** What stands around the code of a file. */
const HEAD = '(function (exports, require, module, __filename, __dirname) {';
const TAIL = '\n})';
let buffer = Buffer.allocUnsafeSlow(524_288);

const modules = new Map();
const scripts = new Map();
const kept = readKept();

/** Runs a file below `dist` and returns its exports. */
module.exports = function load(name) {
  return run(nodePath.join(dist, name));
};

function run(file) {
  const found = modules.get(file);
  if (found !== undefined) return found.exports;
  const module = { exports: {} };
  modules.set(file, module);
  const here = nodePath.dirname(file);
  let installed;
  const requireFrom = (id) => {
    if (id.startsWith('.')) return run(nodePath.join(here, id));
    const builtin = process.getBuiltinModule(id);
    if (builtin !== undefined) return builtin;
    installed ??= process.getBuiltinModule('node:module').createRequire(file);
    return installed(id);
  };
  compile(file).call(module.exports, module.exports, requireFrom, module, file, here);
  return module.exports;
}

function compile(file) {
  const cachedData = kept.code.get(file);
  const script = new Script(functionIn(file), { filename: file, cachedData });
  // V8 compares only the length of the source, so only files with a digest in their name are
  // cached.
  if (file.includes('chunks')) scripts.set(file, script);
  if (script.cachedDataRejected === true) kept.code.delete(file);
  return script.runInThisContext();
}

/**
 * A file as the text of a function. It is read between head and tail, since joining strings would
 * copy it. All characters are ASCII, so this is the fastest decoding.
 */
function functionIn(file) {
  const opened = fs.openSync(file);
  try {
    const { size } = fs.fstatSync(opened);
    const end = HEAD.length + size;
    if (buffer.length < end + TAIL.length) buffer = Buffer.allocUnsafeSlow(2 * end);
    buffer.latin1Write(HEAD, 0);
    for (let at = HEAD.length; at < end;) {
      const read = fs.readSync(opened, buffer, at, end - at);
      if (read === 0) throw new Error(`${file} was changed while it was read.`);
      at += read;
    }
    buffer.latin1Write(TAIL, end);
    return buffer.latin1Slice(0, end + TAIL.length);
  } finally {
    fs.closeSync(opened);
  }
}

function readKept() {
  const code = new Map();
  try {
    const bytes = fs.readFileSync(path);
    const start = PREFIX + bytes.readUInt32LE(0);
    const { files, bytecode, length } = JSON.parse(bytes.toString('latin1', PREFIX, start));
    if (length !== bytes.length - start) return { code, bytecode: 0, starts: 0 };
    for (const [file, from, to] of files) code.set(file, bytes.subarray(start + from, start + to));
    return { code, bytecode, starts: (bytes[STARTS] + 1) % 256 };
  } catch {
    return { code, bytecode: 0, starts: 0 };
  }
}

function keep() {
  const isNew = [...scripts.keys()].some((file) => !kept.code.has(file));
  if (!isNew) {
    countStart();
    if (!CHECKED_STARTS.includes(kept.starts)) return;
  }
  const { getHeapCodeStatistics } = process.getBuiltinModule('node:v8');
  const { bytecode_and_metadata_size: bytecode } = getHeapCodeStatistics();
  if (!isNew && bytecode < kept.bytecode + ENOUGH) return;
  const files = [];
  const parts = [];
  let length = 0;
  for (const [file, script] of scripts) {
    const data = script.createCachedData();
    files.push([file, length, length + data.length]);
    parts.push(data);
    length += data.length;
  }
  const head = Buffer.from(JSON.stringify({ files, bytecode, length }), 'latin1');
  const prefix = Buffer.alloc(PREFIX);
  prefix.writeUInt32LE(head.length);
  const draft = `${path}.${process.pid}`;
  try {
    fs.mkdirSync(folder, { recursive: true });
    // Flushed before the rename, so that a reader never sees an incomplete file.
    fs.writeFileSync(draft, Buffer.concat([prefix, head, ...parts]), { flush: true });
    fs.renameSync(draft, path);
  } catch {
    remove(draft);
  }
}

/** Two concurrent processes may count as one start. */
function countStart() {
  try {
    const file = fs.openSync(path, 'r+');
    fs.writeSync(file, Buffer.from([kept.starts]), 0, 1, STARTS);
    fs.closeSync(file);
  } catch {
    // Nothing can be written, or the file was removed.
  }
}

function remove(file) {
  try {
    fs.unlinkSync(file);
  } catch {
    // It does not exist, or cannot be removed.
  }
}

process.once('exit', keep);
