import { escapeSuite } from './escape-suite.ts';
import { openProcessSandbox } from './process-sandbox.ts';

escapeSuite('runc', () => openProcessSandbox({ without: ['bubblewrap'] }, 'runc'));
