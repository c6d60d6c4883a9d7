import type { Scenes } from './scene';
import { alerts } from './scenes/alerts';
import { artifacts } from './scenes/artifacts';
import { events } from './scenes/events';
import { ingest } from './scenes/ingest';
import { organizations } from './scenes/organizations';
import { projects } from './scenes/projects';
import { releases } from './scenes/releases';
import { service } from './scenes/service';

/** To make the examples of a new operation come true, write its scene in a file of these: what its requests need, and which answer each gets. */
export const scenes: Scenes = {
  ...projects,
  ...events,
  ...ingest,
  ...service,
  ...organizations,
  ...releases,
  ...artifacts,
  ...alerts,
};
