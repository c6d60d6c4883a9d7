import type { Scenes } from '../scene';

/** The stage has a mail server, which nobody needs to reach: nothing is sent. */
const withServer = { before: () => void (process.env['SMTP_URL'] = 'smtp://127.0.0.1:25') };

export const alerts = {
  getAlertSettings: { asks: [{ gives: 'settings' }] },
  updateAlertSettings: { asks: [{ body: 'end', gives: 'ended' }] },
} satisfies Partial<Scenes>;
