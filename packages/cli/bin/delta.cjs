#!/usr/bin/env node
require('./load.cjs')('bin-delta.cjs');
