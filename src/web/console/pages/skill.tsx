import type { CapabilitySummary, Effect, Json, SkillDetail } from '../../api.ts';
import { Effects } from '../parts/effects.tsx';
import { Tier } from '../parts/tier.tsx';
import { Told } from '../parts/told.tsx';
import { addressOf } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';

export function SkillPage({ id }: { readonly id: string }) {
  const answer = useAnswer<SkillDetail>(`/api/skills/${encodeURIComponent(id)}`);
  return (
    <section class="page" aria-labelledby="skill-title">
      <p class="back">
        <a href={addressOf('skills')}>← Skills</a>
      </p>
      <h1 id="skill-title">{id}</h1>
      <Told answer={answer}>
        {(skill) => (
          <>
            <p class="lead">{skill.description}</p>
            <p class="facts">
              <span>version {skill.version}</span>
              <span>{skill.format}</span>
              <span>{skill.source}</span>
              <code>{skill.digest}</code>
            </p>
            {skill.capabilities.map((capability) => (
              <Capability
                key={capability.id}
                capability={capability}
                effects={effectsOf(skill.manifest, capability.id)}
              />
            ))}
            <details>
              <summary>The whole manifest as data</summary>
              <pre>{JSON.stringify(skill.manifest, null, 2)}</pre>
            </details>
          </>
        )}
      </Told>
    </section>
  );
}

function Capability({
  capability,
  effects,
}: {
  readonly capability: CapabilitySummary;
  readonly effects: readonly Effect[];
}) {
  const { id, description, maps_to, status, tier, approval_id } = capability;
  return (
    <section class="capability">
      <h2>{id}</h2>
      <p>{description}</p>
      <p class="facts">
        <span class="state" data-state={status}>
          {status}
        </span>
        <Tier tier={tier} />
        {maps_to !== null && <span>{maps_to}</span>}
        {approval_id !== null && <a href={addressOf('inbox', approval_id)}>its question</a>}
      </p>
      {status !== 'refused' && <Effects effects={effects} />}
    </section>
  );
}

function effectsOf(manifest: Json, id: string): readonly Effect[] {
  const { capabilities = [] } = manifest as {
    readonly capabilities?: readonly { readonly id: string; readonly effects: readonly Effect[] }[];
  };
  return capabilities.find((one) => one.id === id)?.effects ?? [];
}
