import { defineConfig } from 'tsdown';
import { packageBuild } from '../../config/package-build.ts';

export default defineConfig(packageBuild(import.meta.dirname, 'neutral'));
