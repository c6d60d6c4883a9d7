// The forms that only modules have. Prints the same as script.cjs.
const frames = [];
function at() {
  const line = new Error().stack.split('\n')[2].trim();
  const match = /^at (?:async )?(?:(.*) \()?[^()]*:(\d+):(\d+)\)?$/.exec(line);
  frames.push({ name: match[1] ?? null, line: Number(match[2]), column: Number(match[3]) });
}

export default () => {
  at();
};
export const pay = () => {
  at();
};
export function refund() {
  at();
}
export class Shop {
  open() {
    at();
  }
}
at();
pay();
refund();
new Shop().open();

await null;
at();
console.log(JSON.stringify(frames));
