import { defineConfig } from 'tsdown';
import { packageBuild } from '../../tsdown.shared.ts';

export default defineConfig(
  packageBuild(import.meta.dirname, 'node', ['src/bin.ts', 'src/bin-delta.ts']),
);
