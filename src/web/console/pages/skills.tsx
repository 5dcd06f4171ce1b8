import type { SkillList } from '../../api.ts';
import { Told } from '../parts/told.tsx';
import { addressOf } from '../state/route.ts';
import { useAnswer } from '../state/use-answer.ts';
import { shortDigest } from '../state/words.ts';

export function SkillsPage() {
  const answer = useAnswer<SkillList>('/api/skills');
  return (
    <section class="page" aria-labelledby="skills-title">
      <h1 id="skills-title">Skills</h1>
      <Told answer={answer}>
        {({ skills }) =>
          skills.length === 0 ? (
            <p class="none">
              No skill is loaded. <code>skillc load path/to/skill</code> loads one.
            </p>
          ) : (
            <ul class="cards grid">
              {skills.map(({ skill_id, version, description, digest, source, operations, pending, paused }) => (
                <li key={skill_id}>
                  <a class="card" href={addressOf('skills', skill_id)}>
                    <span class="name">
                      <b>{skill_id}</b> {version}
                    </span>
                    <span class="why">{description}</span>
                    <span class="facts">
                      <span>
                        {operations} operation{operations === 1 ? '' : 's'}
                      </span>
                      {pending > 0 && <span class="state">{pending} to approve</span>}
                      {paused && <span class="state">paused</span>}
                      <code>{shortDigest(digest)}</code>
                    </span>
                    <span class="facts">{source}</span>
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Told>
    </section>
  );
}
