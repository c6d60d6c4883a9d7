// Default exports without a name of their own, called through the module itself.
import * as own from './defaults.mjs';
const frames = [];
function at() {
  const line = new Error().stack.split('\n')[2].trim();
  const match = /^at (?:(.*) \()?[^()]*:(\d+):(\d+)\)?$/.exec(line);
  frames.push({ name: match[1] ?? null, line: Number(match[2]), column: Number(match[3]) });
}
export default class {
  constructor() {
    at();
  }
  run() {
    at();
  }
  static create() {
    at();
    return new this();
  }
}
own.default.create().run();
console.log(JSON.stringify(frames));
