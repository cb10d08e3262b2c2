'use strict';
const fs = require('node:fs');
const { createRequire } = require('node:module');
const nodePath = require('node:path');
const { Script } = require('node:vm');

/*
 * Loads the commands, and keeps their compiled code from one start to the next. Node can do so by itself
 * (`module.enableCompileCache`), but keeps what is compiled before a file runs, which leaves out each
 * function that is called later: most of them. Here it is kept as it is when the process ends.
 *
 * It lies beside the code: whoever can change the one can change the other. Where nothing can be written,
 * nothing is kept. There is one file for each command, as each calls other functions.
 */
const dist = nodePath.join(__dirname, '../dist');
const folder = nodePath.join(__dirname, '../.cache');
const called = process.argv[2] ?? '';
const command = /^[a-z]{1,20}$/.test(called) ? called : 'none';
const path = nodePath.join(folder, `${process.version}-${process.arch}-${command}`);

/** Bytecode that a process may compile beyond what is kept before all of it is kept anew. */
const ENOUGH = 65_536;

/** A file begins with the length of its head, and with how many starts it has served, in one byte. */
const PREFIX = 5;
const STARTS = 4;

/** To ask V8 how much it has compiled takes as long as some commands: later starts do it seldom. */
const CHECKED_STARTS = [1, 2, 4, 8, 16, 32, 64, 128];

const modules = new Map();
const scripts = new Map();
const kept = readKept();

/** Runs a file below `dist` and gives what it exports. */
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
    if (id.startsWith('node:')) return process.getBuiltinModule(id);
    installed ??= createRequire(file);
    return installed(id);
  };
  compile(file).call(module.exports, module.exports, requireFrom, module, file, here);
  return module.exports;
}

function compile(file) {
  // All characters are ASCII, which is the fastest to read.
  const source = fs.readFileSync(file, 'latin1');
  const cachedData = kept.code.get(file);
  const script = new Script(
    `(function (exports, require, module, __filename, __dirname) {${source}\n})`,
    { filename: file, cachedData },
  );
  // V8 compares no more than the length of the source: only a name with a digest says that it is the same.
  if (file.includes('chunks')) scripts.set(file, script);
  if (script.cachedDataRejected === true) kept.code.delete(file);
  return script.runInThisContext();
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
    // On the disk before it has its name, so that no half of it is ever taken for the whole.
    fs.writeFileSync(draft, Buffer.concat([prefix, head, ...parts]), { flush: true });
    fs.renameSync(draft, path);
  } catch {
    remove(draft);
  }
}

/** Two processes at once may count as one. */
function countStart() {
  try {
    const file = fs.openSync(path, 'r+');
    fs.writeSync(file, Buffer.from([kept.starts]), 0, 1, STARTS);
    fs.closeSync(file);
  } catch {
    // Nothing can be written, or someone has removed it.
  }
}

function remove(file) {
  try {
    fs.unlinkSync(file);
  } catch {
    // There is none, or nothing can be removed either.
  }
}

process.once('exit', keep);
