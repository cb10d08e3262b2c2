#!/usr/bin/env node
require('./load.cjs')('bin.cjs');
