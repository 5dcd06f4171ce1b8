import type { Budget, BudgetList, SessionList } from '../../api.ts';
import { Told } from '../parts/told.tsx';
import { useAnswer } from '../state/use-answer.ts';
import { ago, amount, dimension } from '../state/words.ts';

type Dimension = keyof Budget['used'];

const dimensions: readonly Dimension[] = ['calls', 'network_bytes', 'wall_clock_ms', 'cpu_ms', 'money'];

export function BudgetsPage() {
  const budgets = useAnswer<BudgetList>('/api/budgets');
  const sessions = useAnswer<SessionList>('/api/sessions');
  return (
    <section class="page" aria-labelledby="budgets-title">
      <h1 id="budgets-title">Budgets</h1>
      <Told answer={budgets}>
        {(list) =>
          list.budgets.length === 0 ? (
            <p class="none">Nothing has been spent yet.</p>
          ) : (
            list.budgets.map((one) => <Scope key={one.scope} budget={one} />)
          )
        }
      </Told>
      <h2>Connected agents</h2>
      <Told answer={sessions}>
        {(list) =>
          list.sessions.length === 0 ? (
            <p class="none">None over HTTP.</p>
          ) : (
            <ul class="sessions">
              {list.sessions.map(({ session, client, last_seen, running_calls }) => (
                <li key={session}>
                  <b>{session}</b> {client}
                  <span class="facts">
                    <span>seen {ago(last_seen)}</span>
                    <span>{running_calls} running</span>
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Told>
    </section>
  );
}

function Scope({ budget }: { readonly budget: Budget }) {
  const told = dimensions.filter((name) => budget.limits[name] !== null || budget.used[name] > 0);
  return (
    <section class="scope">
      <h2>{budget.scope}</h2>
      {told.map((name) => (
        <Bar key={name} name={name} budget={budget} />
      ))}
    </section>
  );
}

function Bar({ name, budget }: { readonly name: Dimension; readonly budget: Budget }) {
  const limit = budget.limits[name];
  const used = budget.used[name];
  const held = budget.reserved[name];
  const words = `${amount(name, used)}${limit === null ? '' : ` of ${amount(name, limit)}`}${held > 0 ? `, ${amount(name, held)} reserved` : ''}`;
  const share = limit === null || limit === 0 ? 0 : (used + held) / limit;
  return (
    <div class="bar">
      <span class="what" id={`${budget.scope} ${name}`}>
        {dimension(name)}
      </span>
      {limit === null ? (
        <span class="free">no limit</span>
      ) : (
        <meter
          aria-labelledby={`${budget.scope} ${name}`}
          min={0}
          max={limit}
          high={limit * 0.8}
          optimum={0}
          value={used + held}
          data-high={share >= 0.8}
        >
          {words}
        </meter>
      )}
      <span class="amount">{words}</span>
    </div>
  );
}
