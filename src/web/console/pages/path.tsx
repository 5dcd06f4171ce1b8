import { useEffect, useRef } from 'preact/hooks';
import type { ChainPath } from '../../api.ts';
import { Graph } from '../parts/graph.tsx';
import { Source } from '../parts/source.tsx';
import { Timeline } from '../parts/timeline.tsx';
import { Told } from '../parts/told.tsx';
import { addressOf } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';
import { day } from '../state/words.ts';

/** From an effect back to the line of the skill: the causes, the approval, the decision and its rules. */
export function PathPage({ id }: { readonly id: string }) {
  const answer = useAnswer<ChainPath>(`/api/chain/${encodeURIComponent(id)}`);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section class="page" aria-labelledby="path-title">
      <p class="back">
        <a href={addressOf('chain')}>← Chain</a>
      </p>
      <h1 id="path-title" tabIndex={-1} ref={title}>
        Why {id}
      </h1>
      <Told answer={answer}>
        {(path) => (
          <>
            <p class="facts">
              <span class="state" data-state={path.outcome}>
                {path.outcome}
              </span>
              {path.capability !== null && <code>{path.capability}</code>}
            </p>
            <Ground path={path} />
            <h2>What led to it</h2>
            <div class="columns wide">
              <Graph path={path} />
              <Timeline events={path.events.toSorted((a, b) => a.seq - b.seq)} current={id} />
            </div>
          </>
        )}
      </Told>
    </section>
  );
}

function Ground({ path: { skill, approval, decision } }: { readonly path: ChainPath }) {
  const rules = (decision as { readonly rules?: readonly string[] } | null)?.rules ?? [];
  return (
    <div class="columns">
      <div>
        <h2>The line of the skill</h2>
        {skill === null ? (
          <p class="none">no skill: skillc did this itself</p>
        ) : (
          <>
            <p class="facts">
              {skill.id !== null && <a href={addressOf('skills', skill.id)}>{skill.id}</a>}
              <span>
                {skill.source}
                {skill.place !== null && `, ${skill.place.file}:${skill.place.line}`}
              </span>
            </p>
            <Source excerpts={skill.excerpt === null ? [] : [skill.excerpt]} />
          </>
        )}
      </div>
      <div>
        <h2>The approval</h2>
        {approval === null ? (
          <p class="none">none was needed</p>
        ) : (
          <p>
            <a href={addressOf('inbox', approval.id)}>{approval.id}</a>: {approval.status}
            {approval.scope !== null && `, ${approval.scope}`}
            {approval.granted_by !== null && `, by ${approval.granted_by}`}
            {approval.granted_at !== null && ` on ${day(approval.granted_at)}`}
          </p>
        )}
        <h2>The rules</h2>
        {rules.length === 0 ? (
          <p class="none">none matched</p>
        ) : (
          <ul>
            {rules.map((rule) => (
              <li key={rule}>
                <code>{rule}</code>
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
