/**
 * Everything counts, whenever it is loaded: without splitting, esbuild puts what a dynamic import
 * brings into the one file that is measured.
 */
const modifyEsbuildConfig = (config) => ({ ...config, format: 'esm' });

/** Gzip, minified by esbuild for the browser, with React left out. */
module.exports = [
  {
    name: 'protocol/guard',
    path: 'packages/protocol/dist/guard.js',
    import: '{ isSnapshot, readFrame }',
    limit: '1.6 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'permissions, with its shell parser',
    path: 'packages/permissions/dist/index.js',
    import: '{ createRuleSet }',
    limit: '88 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'client alone',
    path: 'packages/client/dist/index.js',
    import: '{ createHitlClient }',
    limit: '9 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'a working approval without components: client and useConfirm, React external',
    path: [],
    import: {
      'packages/client/dist/index.js': '{ createHitlClient }',
      'packages/react/dist/headless.js': '{ HitlProvider, useConfirm }',
    },
    ignore: ['react', 'react-dom'],
    limit: '20 kB',
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
    limit: '76 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'its first file, with which the card is complete: all but the menu that opens on request',
    path: [],
    import: {
      'packages/client/dist/index.js': '{ createHitlClient }',
      'packages/react/dist/index.js': '{ HitlProvider, Confirm }',
    },
    ignore: ['react', 'react-dom', '*/opened-menu.js'],
    limit: '44 kB',
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
    limit: '115 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'react/query, React and react-query external',
    path: 'packages/react/dist/query/index.js',
    ignore: ['react', 'react-dom', '@tanstack/react-query'],
    limit: '6.5 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'react/audit, React external',
    path: 'packages/react/dist/audit/index.js',
    ignore: ['react', 'react-dom'],
    limit: '35 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'react/receipt, React external',
    path: 'packages/react/dist/receipt/index.js',
    ignore: ['react', 'react-dom'],
    limit: '21 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'adapters/ai-sdk/react: what it adds to the client and the card of the kit',
    path: 'packages/adapters/dist/ai-sdk/react.js',
    ignore: ['react', '@hitl/client', '@hitl/protocol'],
    limit: '3 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'adapters/langgraph/react: likewise',
    path: 'packages/adapters/dist/langgraph/react.js',
    ignore: ['react', '@hitl/client', '@hitl/protocol'],
    limit: '3 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'adapters/claude, its cards: likewise',
    path: 'packages/adapters/dist/claude/index.js',
    import: '{ createPermissionDesk }',
    ignore: ['@hitl/client', '@hitl/protocol'],
    limit: '3 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
  {
    name: 'adapters/openai-agents, its cards: likewise',
    path: 'packages/adapters/dist/openai-agents/index.js',
    import: '{ interruptionRequests, respondToInterruption }',
    ignore: ['@hitl/client', '@hitl/protocol'],
    limit: '3 kB',
    gzip: true,
    modifyEsbuildConfig,
  },
];
