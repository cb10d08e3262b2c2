declare module 'virtual:kit' {
  const facts: ReturnType<typeof import('./kit.ts').readKit>;
  export default facts;
}
