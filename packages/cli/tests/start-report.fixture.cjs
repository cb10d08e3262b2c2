// Preloaded into a program: writes what it has loaded to the file START_REPORT.
const { writeFileSync } = require('node:fs');
const vm = require('node:vm');

const files = [];
vm.Script = class extends vm.Script {
  constructor(source, options) {
    super(source, options);
    files.push({ file: options.filename, length: source.length });
  }
};
process.on('exit', () => {
  const builtins = process.moduleLoadList
    .filter((entry) => entry.startsWith('NativeModule '))
    .map((entry) => entry.replace('NativeModule ', ''));
  writeFileSync(process.env.START_REPORT, JSON.stringify({ files, builtins }));
});
