// The official client of the protocol with a handshake.

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

export const newest = '2025-11-25';
export const absent = -32002; // the error code of an unknown resource
export const transports = { StdioClientTransport, StreamableHTTPClientTransport };
export const validatorOf = (schema) => new AjvJsonSchemaValidator().getValidator(schema);

export async function connect(transport) {
  let version;
  const tell = transport.setProtocolVersion?.bind(transport);
  transport.setProtocolVersion = (agreed) => {
    version = agreed;
    tell?.(agreed);
  };
  const client = new Client({ name: 'cortex-clients', version: '1' });
  await client.connect(transport);
  const call = (name, args, options) => client.callTool({ name, arguments: args }, undefined, options);
  return { client, version, call };
}
