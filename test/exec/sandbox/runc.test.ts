import { describe } from 'vitest';
import { openProcessSandbox } from './process-sandbox.ts';
import { programContract } from './program-contract.ts';
import { relayContract } from './relay-contract.ts';

const open = () => openProcessSandbox({ without: ['bubblewrap'] }, 'runc');

programContract('runc', open);
describe('runc with a relay', () => relayContract(open));
