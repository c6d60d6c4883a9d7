import type { Scenes } from '../scene';

export const alerts = {
  getAlertSettings: { asks: [{ gives: 'settings' }] },
  updateAlertSettings: { asks: [{ body: 'end', gives: 'ended' }] },
} satisfies Partial<Scenes>;
