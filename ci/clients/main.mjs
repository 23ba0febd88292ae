// Holds `cortex mcp` against an official client. The one argument is what the Go test says:
// {era, transport, command, index, checkout, operations, places}.

import test, { after, before } from 'node:test';

import { checks } from './checks.mjs';
import { open } from './server.mjs';

const setup = JSON.parse(process.argv[2]);
const era = await import(`./${setup.era}.mjs`);
const on = { era, setup };

before(async () => {
  on.session = await open(era, setup);
});

for (const [name, check] of Object.entries(checks)) {
  test(name, { timeout: 60_000 }, (t) => check(on, t));
}

process.once('SIGTERM', () => process.exit(1)); // and with it the server

after(() => on.session?.close());
