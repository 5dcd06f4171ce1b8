import { connected, pending } from '../state/live.ts';
import { addressOf, type Route, route } from '../state/route.ts';
import { signOut } from '../state/session.ts';

const pages: readonly { readonly page: Route['page']; readonly title: string }[] = [
  { page: 'inbox', title: 'Inbox' },
  { page: 'skills', title: 'Skills' },
  { page: 'budgets', title: 'Budgets' },
  { page: 'chain', title: 'Chain' },
];

export function TopBar({ onHelp }: { readonly onHelp: () => void }) {
  return (
    <header class="top">
      <a class="brand" href={addressOf('inbox')} aria-label="skillc console, inbox">
        <span class="mark" aria-hidden="true" />
        skillc
      </a>
      <nav aria-label="Pages">
        {pages.map(({ page, title }) => (
          <a
            key={page}
            href={addressOf(page)}
            {...(route.value.page === page ? { 'aria-current': 'page' as const } : {})}
          >
            {title}
            {page === 'inbox' && pending.value > 0 && (
              <span class="count">
                {pending.value}
                <span class="spoken"> waiting</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div class="tools">
        <span class={connected.value ? 'live' : 'live off'} role="status">
          {connected.value ? 'live' : 'not connected'}
        </span>
        <button type="button" class="quiet" onClick={onHelp} aria-label="Keys">
          ?
        </button>
        <button type="button" class="quiet" onClick={() => void signOut()}>
          Sign out
        </button>
      </div>
    </header>
  );
}
