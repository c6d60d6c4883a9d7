import { openApp, type App } from '../app';
import { readConfig } from '../config';
import { openLog } from '../log';
import { bootstrap } from './bootstrap';

/** Runs the service until SIGTERM or SIGINT, then finishes what was accepted. @throws Error with one sentence */
export async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const stopped = stopSignal();
  const app = await openApp(config, openLog(config.logLevel));
  try {
    const address = await app.listen();
    if (config.bootstrap) await fillEmpty(app);
    process.stdout.write(`culprit is listening on ${address}\n`);
    await stopped;
  } finally {
    await app.close();
  }
}

async function fillEmpty({ database, publicUrl }: App): Promise<void> {
  const welcome = await database.write((stores) => bootstrap({ stores, publicUrl: publicUrl(), now: Date.now() }));
  if (welcome !== null) process.stdout.write(welcome);
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
}
