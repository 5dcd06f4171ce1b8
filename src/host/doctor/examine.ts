import type { HealthFinding } from './finding.ts';
import { configHealth, homeHealth, logHealth, policyHealth, secretsHealth } from './home.ts';
import { diskHealth, nodeHealth } from './machine.ts';
import { sandboxHealth } from './sandbox.ts';

export interface ExamineOptions {
  readonly home: string;
  readonly workspace: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

/** Looks at everything that skillc stands on. Nothing is changed but a home that is there and is opened. */
export async function examine({ home, workspace, environment }: ExamineOptions): Promise<readonly HealthFinding[]> {
  const { finding, config } = configHealth(home);
  return [
    nodeHealth(process.versions.node),
    diskHealth(home),
    finding,
    homeHealth(home, config),
    ...(await logHealth(home)),
    await secretsHealth(config, environment),
    policyHealth(home, workspace),
    ...(await sandboxHealth(home)),
  ];
}
