import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestHost, type Recorder, recorder, type TestHost } from '../market/test-host.ts';

let server: Recorder;
let skillc: TestHost;
beforeEach(async () => {
  server = await recorder((request, response) => {
    if (request.url === '/login') response.end('{"access_token":"tok_0123456789abcdef"}');
    else response.end(`{"url":"${request.url}"}`);
  });
  skillc = await openTestHost();
});
afterEach(async () => {
  await Promise.all([skillc.close(), server.close()]);
});

test('first', async () => {
  await skillc.load(skillc.write('prog', { Loop: `TOKEN=$(curl -s ${server.origin}/login | jq -r .access_token)
for i in 1 2; do curl -s "${server.origin}/v1/items/$i" -H "Authorization: Bearer $TOKEN"; echo; done
echo "$TOKEN"
printf '%s\n' b a | sort > sorted.txt
cat sorted.txt` }));
  await skillc.approveAll('prog', { scope: 'always' });
  const outcome = await skillc.ask('prog.loop');
  console.log(JSON.stringify(outcome, null, 1), server.seen.map((s) => [s.url, s.headers]));
  expect(outcome.outcome).toBe('done');
});
