/**
 * The same function, which remembers what it made of the last texts it was given: settings are read with every event and change
 * seldom.
 */
export function remembered<T>(compile: (text: string) => T, most = 256): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const made = compile(text);
    const [oldest] = known.keys();
    if (known.size >= most && oldest !== undefined) known.delete(oldest);
    known.set(text, made);
    return made;
  };
}
