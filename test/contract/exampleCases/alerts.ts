import type { ExampleCases } from '../exampleCase';

export const alerts = {
  getAlertSettings: { cases: [{ response: 'settings' }] },
  updateAlertSettings: { cases: [{ body: 'end', response: 'ended' }] },
} satisfies Partial<ExampleCases>;
