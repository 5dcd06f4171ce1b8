// What the command line and a jail use of the MCP server, listed by hand.

export { createEngine, type Engine, type EngineOptions } from './engine.ts';
export { type Listening, listenMcp } from './listen-mcp.ts';
export { relay } from './relay.ts';
export { type McpConnection, type McpStreams, newSession, serveMcp } from './serve-mcp.ts';
export type { SessionOptions } from './session.ts';
