import { escapeSuite } from './escape-suite.ts';
import { openProcessSandbox } from './process-sandbox.ts';

escapeSuite('bubblewrap', () => openProcessSandbox({}, 'bubblewrap'));
