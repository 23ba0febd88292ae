// Tests `cortex mcp` with an official client. The argument is JSON from the Go test:
// {era, transport, brief, command, index, checkout, operations, places}.

import test, { after, before } from 'node:test';

import { brief, checks } from './checks.mjs';
import { open } from './server.mjs';

const setup = JSON.parse(process.argv[2]);
const era = await import(`./${setup.era}.mjs`);
const on = { era, setup };

before(async () => {
  on.session = await open(era, setup);
});

for (const [name, check] of Object.entries(setup.brief ? brief : checks)) {
  test(name, { timeout: 60_000 }, (t) => check(on, t));
}

process.once('SIGTERM', () => process.exit(1)); // ends the server too

after(() => on.session?.close());
