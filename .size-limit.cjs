/**
 * What is loaded at first: what a dynamic import brings is loaded when it is needed, so it does not
 * count. Without this esbuild would put all of it into the one file that is measured.
 */
const loadedLater = {
  name: 'loaded-later',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path }) =>
      kind === 'dynamic-import' ? { path, external: true } : undefined,
    );
  },
};

const modifyEsbuildConfig = (config) => ({
  ...config,
  format: 'esm',
  plugins: [...(config.plugins ?? []), loadedLater],
});

/** Gzip, minified by esbuild for the browser, with React left out. */
module.exports = [
  {
    name: 'protocol/guard',
    path: 'packages/protocol/dist/guard.js',
    import: '{ isSnapshot, readFrame }',
    limit: '1.5 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'client alone',
    path: 'packages/client/dist/index.js',
    import: '{ createHitlClient }',
    limit: '8 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'a working approval: client and confirm, React external',
    path: [],
    import: {
      'packages/client/dist/index.js': '{ createHitlClient }',
      'packages/react/dist/index.js': '{ HitlProvider, Confirm }',
    },
    ignore: ['react', 'react-dom'],
    limit: '12 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'the whole kit and the client, React external',
    path: [],
    import: {
      'packages/client/dist/index.js': '{ createHitlClient }',
      'packages/react/dist/index.js': '*',
    },
    ignore: ['react', 'react-dom'],
    limit: '30 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'react/query, React and react-query external',
    path: 'packages/react/dist/query/index.js',
    ignore: ['react', 'react-dom', '@tanstack/react-query'],
    limit: '5 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'react/audit without what draws long trails, React external',
    path: 'packages/react/dist/audit/index.js',
    ignore: ['react', 'react-dom'],
    limit: '15 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'react/receipt, React external',
    path: 'packages/react/dist/receipt/index.js',
    ignore: ['react', 'react-dom'],
    limit: '14 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
];
