import { type Service, startService } from '../support/service';

/** Sends an event with the headers of proxies, and returns the address of the event's user. */
async function addressOf(proxies: string | undefined, forwarded: string): Promise<unknown> {
  const service: Service = await startService(proxies === undefined ? {} : { TRUSTED_PROXIES: proxies });
  try {
    const project = await service.fixtures.project();
    const token = await service.fixtures.token(project.organization);
    const event = { message: 'x', user: { id: '1', ip_address: '{{auto}}' } };
    const path = `/api/${project.id}/store/?sentry_key=${project.publicKey}`;
    await service.client.post(path).set('X-Forwarded-For', forwarded).send(event).expect(200);
    const { body } = await service.client.get(`${project.path}events/`, token).expect(200);
    return (body as { user: { ip_address: string } }[])[0]?.user.ip_address;
  } finally {
    await service.close();
  }
}

test.each([
  ['the machine itself is believed', undefined, '203.0.113.9', '203.0.113.9'],
  ['the machine itself is not, once others are named', '192.0.2.7', '203.0.113.9', '127.0.0.1'],
  [
    'each proxy of a chain is believed by the next',
    'loopback,198.51.100.0/24',
    '203.0.113.9, 198.51.100.7',
    '203.0.113.9',
  ],
  ['what comes before a stranger is not believed', 'loopback', '203.0.113.9, 198.51.100.7', '198.51.100.7'],
])('%s', async (_, proxies, forwarded, address) => {
  expect(await addressOf(proxies, forwarded)).toBe(address);
});
