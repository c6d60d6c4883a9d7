import { type MailKind, MailLimits } from '../../src/alerts/mailer';

const NOON = Date.UTC(2026, 10, 21, 12);

/** Counts the mails before one is refused, up to 3,000. */
function mailsOf(limits: MailLimits, kind: MailKind, mailAt: (number: number) => object = () => ({})): number {
  const one = { kind, to: 'eve@other.test', projectId: '1', organizationId: '1' };
  for (let number = 0; number < 3_000; number += 1) {
    try {
      limits.count({ ...one, ...mailAt(number) }, NOON);
    } catch {
      return number;
    }
  }
  return 3_000;
}

test.each([
  ['test', 5, 20, 100, 200],
  ['confirmation', 3, 3, 20, 50],
  ['address', 30, 120, 300, 1_000],
  ['member', 120, 3_000, 2_000, 3_000],
] as const)('mails of the kind %s are limited', (kind, ofProject, toAddress, ofProjectToAll, ofOrganization) => {
  const to = (number: number) => `eve-${number}@other.test`;
  expect(mailsOf(new MailLimits(), kind)).toBe(ofProject);
  expect(mailsOf(new MailLimits(), kind, (number) => ({ projectId: `p${number}` }))).toBe(toAddress);
  expect(mailsOf(new MailLimits(), kind, (number) => ({ to: to(number) }))).toBe(ofProjectToAll);
  const elsewhere = (number: number) => ({ projectId: `p${number}`, organizationId: `o${number}` });
  expect(mailsOf(new MailLimits(), kind, elsewhere)).toBe(3_000);
  expect(mailsOf(new MailLimits(), kind, (number) => ({ to: to(number), projectId: `p${number}` }))).toBe(
    ofOrganization,
  );
});

test('an address is one in any letters, until the next hour', () => {
  const limits = new MailLimits();
  expect(mailsOf(limits, 'test', (number) => ({ to: number % 2 === 0 ? 'eve@other.test' : 'EVE@Other.test' }))).toBe(5);
  const mail = { kind: 'test', to: 'Eve@other.test', projectId: '1', organizationId: '1' } as const;
  expect(() => limits.count(mail, NOON + 1_800_000)).toThrow(
    '5 test mails were sent from this project to this address in this hour, which is the limit; the next one can be sent in 30 minutes.',
  );
  expect(() => limits.count(mail, NOON + 3_600_000)).not.toThrow();
});
