const loaders = {
  functions: () => import('./functions.js'),
  closures: () => import('./closures.js'),
  classes: () => import('./classes.js'),
  callbacks: () => import('./callbacks.js'),
  failures: () => import('./failures.js'),
  pricing: () => import('./pricing/index.js'),
};

export async function loadGroups() {
  const groups = [];
  for (const [name, load] of Object.entries(loaders)) groups.push([name, (await load()).cases]);
  return groups;
}
