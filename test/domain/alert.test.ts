import { healthAfter, NO_DELIVERIES, renderSubject } from '../../src/domain/alert';

const VALUES = {
  title: 'Error: $shortID costs $5',
  shortID: 'SHOP-1',
  projectID: 'shop',
  orgID: 'acme',
  project: 'Web $& shop',
  tags: [
    { key: 'environment', value: 'production' },
    { key: 'os.name', value: 'Linux' },
  ],
};

test.each([
  ['$shortID - $title', 'SHOP-1 - Error: $shortID costs $5'],
  ['$project/$projectID/$orgID', 'Web $& shop/shop/acme'],
  ['${tag:environment}${tag:os.name}', 'productionLinux'],
  ['[${tag:none}]', '[]'],
  ['$5 $$title $', '$5 $Error: $shortID costs $5 $'],
  ['$title-$title.', 'Error: $shortID costs $5-Error: $shortID costs $5.'],
  ['no variable', 'no variable'],
])('the subject template %j renders as %j', (template, subject) =>
  expect(renderSubject(template, VALUES)).toBe(subject),
);

test('the circuit of a webhook opens with the fifth failure in a row', () => {
  let health = NO_DELIVERIES;
  let now = 0;
  const pauses = Array.from({ length: 7 }, () => {
    now = (health.resumeAt ?? now) + 1;
    health = healthAfter(health, now, 'The webhook answered with status 503.');
    return health.resumeAt === null ? null : health.resumeAt - now;
  });
  expect(pauses).toEqual([null, null, null, null, 60_000, 120_000, 240_000]);
});

test('deliveries of one probe that fail together are one failure of the circuit', () => {
  let health = NO_DELIVERIES;
  for (let at = 1; at <= 7; at += 1) health = healthAfter(health, at, `Failure ${at}.`);
  expect(health).toMatchObject({ failures: 5, resumeAt: 60_005, error: 'Failure 7.' });
  health = healthAfter(health, 60_005, 'Failure 8.');
  health = healthAfter(health, 60_006, 'Failure 9.');
  expect(health).toMatchObject({ failures: 6, resumeAt: 180_005, error: 'Failure 9.', failingSince: 1 });
});
