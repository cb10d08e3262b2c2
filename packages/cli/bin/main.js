import commands from '../dist/main.cjs';

export const { main } = commands;
