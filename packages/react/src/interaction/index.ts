export * as Interaction from './interaction.tsx';
