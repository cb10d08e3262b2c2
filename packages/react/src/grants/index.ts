export * as Grants from './grants.tsx';
