import { readFileSync } from 'node:fs';
import { chromium } from 'playwright';
import { chromiumTestOptions, findChromium } from '../config/chromium.ts';
import { run } from './run.ts';

const advice = `Do one of these and run the command again:
  - Debian, Ubuntu:  sudo apt-get install chromium
  - anywhere:        npx -y pnpm@12.21.0 exec playwright install --with-deps chromium
  - have one already: set CHROMIUM_PATH to the executable of Chromium or Chrome (110 or newer)
To leave the browser tests out: npx -y pnpm@12.21.0 test:unit`;

function isDebian(): boolean {
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function installOnDebian(): Promise<void> {
  console.log('No Chromium here: installing the Debian package.');
  const install = ['install', '-y', '--no-install-recommends', 'chromium'];
  if ((await run('apt-get', install)) === 0) return;
  // Without package lists, apt cannot find the package.
  if ((await run('apt-get', ['update'])) === 0) await run('apt-get', install);
}

/**
 * Makes sure that the browser tests have a Chromium that starts: uses an existing one, or installs
 * Debian's package when run as root. If there is none, resolves to a message that says what to do.
 */
export async function chromiumProblem(): Promise<string | undefined> {
  if (findChromium() === undefined && isDebian() && process.getuid?.() === 0) {
    await installOnDebian();
  }
  const path = findChromium();
  if (path === undefined) return `No Chromium was found.\n${advice}`;
  try {
    const browser = await chromium.launch(chromiumTestOptions());
    console.log(`Chromium ${browser.version()} (${path})`);
    await browser.close();
    return undefined;
  } catch (error) {
    return `${path} does not start: ${String(error)}\n${advice}`;
  }
}
