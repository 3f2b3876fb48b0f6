import { describe, expect, it } from 'vitest';
import { readMcpConfig } from '../../src/mcp/config.ts';
import { allowedFolders } from '../../src/mcp/folders.ts';

const KEY = 'k'.repeat(24);

describe('where HTTP is served', () => {
  const http = (address: string, further = {}) =>
    readMcpConfig({ MCP_KEY: KEY, ...further }, { http: address }, 1).http;

  it.each([
    ['8090', { host: '127.0.0.1', port: 8090 }],
    ['0.0.0.0:0', { host: '0.0.0.0', port: 0 }],
    ['[::1]:8090', { host: '::1', port: 8090 }],
    ['files.internal:80', { host: 'files.internal', port: 80 }],
  ])('%s', (address, expected) => {
    expect(http(address)).toMatchObject({ ...expected, key: KEY });
  });

  it.each(['', 'localhost', 'localhost:', ':80', '127.0.0.1:99999'])('refuses %j', (address) => {
    expect(() => http(address)).toThrow('--http must be');
  });

  it('allows the names of loopback, its own and those of the setting', () => {
    const loopback = ['localhost', '127.0.0.1', '[::1]'];
    expect(http('80')?.hostnames).toEqual(loopback);
    expect(http('0.0.0.0:80')?.hostnames).toEqual(loopback);
    expect(http('10.0.0.1:80', { MCP_ALLOWED_HOSTS: 'files.internal' })?.hostnames).toEqual([
      ...loopback,
      '10.0.0.1',
      'files.internal',
    ]);
  });
});

describe('folders that clients may use', () => {
  const at = { working: '/home/jane/papers', home: '/home/jane', isRemote: false };

  it('are the working folder, unless it is the home folder or above it', () => {
    expect(allowedFolders({}, at)).toMatchObject({ read: ['/home/jane/papers'], write: ['/home/jane/papers'] });
    for (const working of ['/home/jane', '/home', '/']) {
      expect(allowedFolders({}, { ...at, working }), working).toMatchObject({ read: [], write: [] });
    }
    expect(allowedFolders({}, { ...at, isRemote: true })).toMatchObject({ read: [], write: [] });
  });

  it('are those that were named', () => {
    const named = allowedFolders({ read: ['in', '/data'], write: [] }, at);
    expect(named).toMatchObject({ read: ['/home/jane/papers/in', '/data'], write: [] });
  });
});
