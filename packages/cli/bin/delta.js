#!/usr/bin/env node
import '../dist/bin-delta.js';
