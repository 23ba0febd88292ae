// Starts `cortex mcp` and connects a client to it, over either transport.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';

export const token = 'a-token-of-the-test';

// With two processors the server runs few slow queries at once. Few queries then show whether
// the server stops cancelled ones.
const env = { ...process.env, GOMAXPROCS: '2', CORTEX_MCP_TOKEN: token };

const argumentsOf = (setup, more) => ['mcp', '--index', setup.index, '--timeout', '5m', ...(setup.bare ? [] : ['--structured']), ...more];

/** Starts a server and returns a session with it and a function that closes both. */
export async function open(era, setup, ...more) {
  if (setup.transport === 'http') {
    const server = await serve(setup, ...more);
    const session = await connectHTTP(era, server.url, token);
    return { ...session, url: server.url, close: () => session.client.close().then(server.stop) };
  }
  const { StdioClientTransport } = era.transports;
  const transport = new StdioClientTransport({ command: setup.command, args: argumentsOf(setup, more), cwd: setup.checkout, env, stderr: 'pipe' });
  const said = collect(transport.stderr);
  const session = await era.connect(transport);
  return { ...session, close: () => session.client.close().then(() => assert.equal(said.join(''), '', 'standard error')) };
}

/** Connects to a listening server. */
export function connectHTTP(era, url, token) {
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  return era.connect(new era.transports.StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
}

async function serve(setup, ...more) {
  const args = argumentsOf(setup, ['--http', '127.0.0.1:0', ...more]);
  const child = spawn(setup.command, args, { cwd: setup.checkout, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const said = collect(child.stderr);
  const ended = once(child, 'exit');
  process.once('exit', () => child.kill());
  const url = await new Promise((resolve, reject) => {
    child.stderr.on('data', () => {
      const found = /serving at (\S+)\n/.exec(said.join(''));
      if (found) resolve(found[1]);
    });
    ended.then(([code]) => reject(new Error(`the server ended with ${code}: ${said.join('')}`)));
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const [code, signal] = await ended;
    assert.deepEqual([code, signal], [0, null], said.join(''));
    assert.equal(said.join(''), `cortex: serving at ${url}\n`, 'standard error');
  };
  return { url, stop };
}

function collect(stream) {
  const said = [];
  stream.on('data', (piece) => said.push(String(piece)));
  return said;
}
