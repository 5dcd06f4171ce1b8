import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { compile, skillManifest, sourcesOf } from '../../src/index.ts';
import { manifestHtml } from '../../src/manifest/html/page.ts';

function bundleOf(text: string) {
  const bytes = Buffer.from(text);
  const file = { path: 'SKILL.md', bytes, digest: 'sha256:0', executable: false };
  return { uri: 'SKILL.md', entry: 'SKILL.md', digest: 'sha256:0', files: new Map([['SKILL.md', file]]) };
}

const skill = (command: string) =>
  `---\nname: shop\ndescription: Talks to a shop\nmetadata: {"openclaw":{"primaryEnv":"SHOP_API_KEY"}}\n---\n\n## list\n\n\`\`\`bash\n${command}\n\`\`\`\n`;

it.each([
  ['curl -u user:zzq9 https://shop.example/', 'zzq9', 'SHOP_PASSWORD'],
  ['curl -H "Authorization: Bearer sk-live-4242424242424242" https://shop.example/', '4242424242', 'SHOP_CREDENTIAL'],
  [
    'export SHOP_TOKEN=tok4242424242424242\ncurl -H "X-Token: $SHOP_TOKEN" https://shop.example/',
    'tok42424242',
    'SHOP_TOKEN',
  ],
  ['curl https://shop.example/ -d \'{"password": "s3cr3t-s3cr3t-1"}\'', 's3cr3t', 'SHOP_PASSWORD'],
])('keeps a credential that the text writes out away from every output: %s', (command, written, name) => {
  const bundle = bundleOf(skill(command));
  const compiled = compile(bundle);
  const { skill: parsed, operations, diagnostics } = compiled;
  if (parsed === undefined) throw new Error('the skill was rejected');
  expect(operations[0]?.plan?.secrets.map((use) => use.name)).toEqual([name]);
  expect(diagnostics.map(({ code }) => code)).toContain('map/secret-embedded');
  const sources = sourcesOf(bundle, compiled.credentials);
  const manifest = skillManifest(parsed, operations, diagnostics, sources);
  const shown = JSON.stringify({ parsed, operations, diagnostics, manifest }) + manifestHtml(manifest, sources);
  expect(shown).not.toContain(written);
});

it('leaves stand-ins and variables as they are', () => {
  const compiled = compile(bundleOf(skill('curl -H "Authorization: Bearer YOUR_API_KEY" https://shop.example/')));
  expect(compiled.operations[0]?.plan?.secrets.map((use) => use.name)).toEqual(['SHOP_API_KEY']);
  expect(compiled.credentials).toEqual([]);
});
