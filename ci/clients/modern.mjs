// The official client of the protocol without a handshake.

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';

export const newest = '2026-07-28';
export const absent = -32602; // the error code of an unknown resource
export const transports = { StdioClientTransport, StreamableHTTPClientTransport };
export const validatorOf = (schema) => new AjvJsonSchemaValidator().getValidator(schema);

export async function connect(transport) {
  const client = new Client({ name: 'cortex-clients', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(transport);
  const call = (name, args, options) => client.callTool({ name, arguments: args }, options);
  return { client, version: client.getNegotiatedProtocolVersion(), call };
}
