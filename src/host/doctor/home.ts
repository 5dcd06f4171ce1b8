import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPolicy } from '../../exec/policy/load.ts';
import { showProblem } from '../../exec/policy/policy.ts';
import { keychainStore } from '../../exec/secrets/store/keychain-store.ts';
import { faultData } from '../../store/fault.ts';
import { openHome } from '../../store/home.ts';
import type { VerifyReport } from '../../store/verify.ts';
import { type Config, readConfig } from '../config.ts';
import { verifyLog } from '../log.ts';
import { policySources } from '../policy-sources.ts';
import { broken, good, type HealthFinding, notice } from './finding.ts';

/** Only this user can read and change it, and what is in it. */
export function homeHealth(home: string, config: Config): HealthFinding {
  if (!existsSync(home)) return good('home', `${home} is made when it is first needed`);
  try {
    openHome(home, config.anchors);
    return good('home', `${home}, for its owner only`);
  } catch (error) {
    const { message, remedy } = faultData(error);
    return broken('home', message, remedy);
  }
}

export function configHealth(home: string): { readonly finding: HealthFinding; readonly config: Config } {
  const file = join(home, 'config.yaml');
  if (!existsSync(file)) return { finding: good('configuration', 'none; the defaults count'), config: {} };
  try {
    return { finding: good('configuration', file), config: readConfig(readFileSync(file, 'utf8'), file) };
  } catch (error) {
    const { message, remedy } = faultData(error);
    return { finding: broken('configuration', message, remedy), config: {} };
  }
}

export function policyHealth(home: string, workspace: string): HealthFinding {
  const sources = policySources(home, workspace);
  if (sources.length === 0) return good('policy', 'no rules: whatever touches the outside asks');
  const policy = loadPolicy(sources);
  const names = sources.map(({ name }) => name).join(', ');
  if (policy.kind === 'unreadable') {
    const [problem] = policy.problems;
    const found = problem === undefined ? 'the policy cannot be read' : showProblem(problem);
    return broken('policy', `everything is denied: ${found}`, `mend ${names}`);
  }
  const [ignored] = policy.ignored;
  if (ignored !== undefined) return notice('policy', showProblem(ignored), `mend ${ignored.source}`);
  return good('policy', `${policy.rules.length} rule${policy.rules.length === 1 ? '' : 's'} in ${names}`);
}

/** The log is read from end to end, as `skillc log verify` does. */
export async function logHealth(home: string): Promise<readonly HealthFinding[]> {
  if (!existsSync(join(home, 'ledger.db'))) return [good('log', 'none yet')];
  try {
    return logFindings(await verifyLog(home));
  } catch (error) {
    const { message, remedy } = faultData(error);
    return [broken('log', message, remedy ?? 'skillc log verify')];
  }
}

function logFindings({
  ok,
  size,
  checkpoints,
  unanchored,
  unreadableAnchors,
  problems,
}: VerifyReport): readonly HealthFinding[] {
  if (!ok) return [broken('log', problems[0]?.message ?? 'the log does not verify', 'skillc log verify')];
  const anchors = `${checkpoints} signed, ${unanchored} record${unanchored === 1 ? '' : 's'} behind the last`;
  return [
    good('log', `${size} records, verified from end to end`),
    unreadableAnchors === 0
      ? good('checkpoints', anchors)
      : notice('checkpoints', `${anchors}; ${unreadableAnchors} lines of the second place cannot be read`),
  ];
}

export async function secretsHealth(
  config: Config,
  environment: { readonly [name: string]: string | undefined },
): Promise<HealthFinding> {
  const wanted = config.secrets?.store ?? 'auto';
  if (wanted === 'age-file') return good('secrets', 'an encrypted file of the home, as configured');
  const keychain = await keychainStore({ platform: process.platform, environment, exists: existsSync });
  if (keychain.kind !== 'refused') return good('secrets', 'the keychain of this system');
  if (wanted === 'keychain') return broken('secrets', keychain.message, keychain.remedy);
  const remedy =
    'start a session with a keychain, or set SKILLC_PASSPHRASE; docs/secrets.md says what the file does not protect';
  return notice('secrets', `an encrypted file of the home; no keychain: ${keychain.message}`, remedy);
}
