// Run by `npm publish` and `pnpm publish` before a package is packed. Only pnpm writes the versions of
// workspace packages and `publishConfig.exports` into what is published; with npm it could not be installed.
if (!process.env['npm_config_user_agent']?.startsWith('pnpm/')) {
  console.error(
    'Publish with pnpm (`pnpm --recursive publish`), or publish what `pnpm pack` has packed (`npm publish hitl-client-0.1.0.tgz`).',
  );
  process.exit(1);
}
