#!/usr/bin/env node
import './compile-cache.js';

await import('../dist/bin.js');
