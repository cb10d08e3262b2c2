import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
/** The best compression takes a second, so it is done once and not by each server. */
const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };

/** Writes a compressed copy of each file beside it, with the ending `.br`. */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After the last change to the page.
      order: 'post',
      async handler(_options, bundle) {
        await Promise.all(
          Object.values(bundle).map(async (file) => {
            const content = file.type === 'chunk' ? file.code : file.source;
            this.emitFile({
              type: 'asset',
              fileName: `${file.fileName}.br`,
              source: await brotli(content, { params }),
            });
          }),
        );
      },
    },
  };
}
