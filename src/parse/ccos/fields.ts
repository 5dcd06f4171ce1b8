/** Every field of a skill in CCOS YAML or JSON, specified or implemented. */
export const skillFields: readonly string[] = [
  'id',
  'name',
  'version',
  'description',
  'data_classifications',
  'data_class',
  'operations',
  'capabilities',
  'effects',
  'secrets',
  'approval',
  'display',
  'instructions',
  'examples',
  'onboarding',
  'metadata',
  'auth',
  'sandbox',
  'network',
  'filesystem',
  'packages',
  'env',
  'base_url',
  'api_base',
  'homepage',
  'license',
  'author',
  'tags',
];

export const operationFields: readonly string[] = [
  'name',
  'description',
  'method',
  'endpoint',
  'auth',
  'secrets',
  'approval',
  'headers',
  'input',
  'input_schema',
  'output',
  'output_schema',
  'command',
  'runtime',
  'script',
  'sandbox',
  'network',
  'filesystem',
  'packages',
];

export const authFields: readonly string[] = [
  'type',
  'env_var',
  'header',
  'query',
  'in',
  'prefix',
  'username',
  'username_env',
  'password_env',
  'description',
];

/** A prompt skill of another system: read for its name and description only. */
export const promptFields: readonly string[] = [
  'types',
  'category',
  'triggers',
  'dependencies',
  'priority',
  'tools_allow',
  'tools_deny',
  'execution_mode',
  'references',
  'implementation',
  'prompt',
  'tools',
  'commands',
  'agents',
  'security_rules',
  'wiki',
  'compatibility',
];

/** Words in the name of a field that asks for something nobody grants by asking. */
const power =
  /(?:^|_)(?:permissions?|grants?|granted|allow(?:ed|list)?|approv(?:e|ed|al)s?|trust(?:ed)?|privileged?|sudo|root|admin|bypass|unsafe|unrestricted|sandbox(?:ed)?|elevated|capability_grants|tier|no_approval|skip)(?:_|$)/;

export function asksForPower(field: string): boolean {
  const snake = field
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return power.test(snake);
}
