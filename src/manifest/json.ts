import { jsonText } from '../report/json-text.ts';
import type { Manifest, SkillManifest } from './manifest.ts';

export function manifestJson(manifest: Manifest | SkillManifest): string {
  return `${jsonText(manifest)}\n`;
}
