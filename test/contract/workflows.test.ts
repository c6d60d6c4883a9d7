import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runWorkflows } from '../../scripts/workflows';

const FILE = path.resolve('openapi/workflows.arazzo.yaml');

test('the workflows lead to what they say', async () => {
  const { code, output } = await runWorkflows(FILE);
  expect(output).toMatch(/Workflows: 5 passed, 5 total/);
  expect(code).toBe(0);
});

test('a workflow fails at the step whose reply it does not expect', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'culprit-workflows-'));
  const changed = path.join(folder, 'workflows.arazzo.yaml');
  // The files are uploaded again, but under the wrong path.
  const text = readFileSync(FILE, 'utf8')
    .replaceAll('name: ~/static/', 'name: ~/other/')
    .replace('url: openapi.yaml', `url: ${path.resolve('openapi/openapi.yaml')}`);
  writeFileSync(changed, text);
  try {
    const { code, output } = await runWorkflows(changed);
    expect(output).toMatch(/Workflows: 4 passed, 1 failed, 5 total/);
    expect(output).toMatch(/✗ GET \S+source-map-debug\/ - step diagnoseAgain/);
    expect(code).not.toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
