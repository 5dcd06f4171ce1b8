import { refusal } from './replies.ts';
import type { Reply } from './tool.ts';

/** Why a request never had its turn. */
export function turnedAway(kind: 'busy' | 'gone'): Reply {
  return kind === 'busy'
    ? refusal('mcp/busy', 'too many requests of this connection wait', 'wait for answers before asking more')
    : refusal('mcp/cancelled', 'the request was cancelled before it began');
}
