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
  const pauses = Array.from({ length: 6 }, (_, at) => {
    health = healthAfter(health, at, 'The webhook answered with status 503.');
    return health.resumeAt === null ? null : health.resumeAt - at;
  });
  expect(pauses).toEqual([null, null, null, null, 60_000, 120_000]);
});
