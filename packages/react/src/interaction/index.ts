export * as Interaction from './index.parts.ts';
