export * as Input from './input.tsx';
