import { useEffect, useState } from 'preact/hooks';
import { BudgetsPage } from './pages/budgets.tsx';
import { ChainPage } from './pages/chain.tsx';
import { InboxPage } from './pages/inbox.tsx';
import { PathPage } from './pages/path.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { SkillPage } from './pages/skill.tsx';
import { SkillsPage } from './pages/skills.tsx';
import { Help } from './parts/help.tsx';
import { TopBar } from './parts/top-bar.tsx';
import { useKeys } from './state/keys.ts';
import { announcement, follow } from './state/live.ts';
import { go, type Route, route } from './state/route.ts';
import { token } from './state/session.ts';

export function App() {
  const isSignedIn = token.value !== '';
  useEffect(() => {
    if (!isSignedIn) return;
    const ending = new AbortController();
    void follow(ending.signal);
    return () => ending.abort();
  }, [isSignedIn]);
  return isSignedIn ? <Console /> : <SignIn />;
}

function Console() {
  const [helps, setHelps] = useState(false);
  useKeys({
    '?': () => setHelps(!helps),
    i: () => go('inbox'),
    s: () => go('skills'),
    b: () => go('budgets'),
    c: () => go('chain'),
  });
  return (
    <>
      <button type="button" class="skip" onClick={toMain}>
        Skip to the content
      </button>
      <TopBar onHelp={() => setHelps(true)} />
      <main id="main" tabIndex={-1}>
        <Page route={route.value} />
      </main>
      <div class="spoken" role="status" aria-live="polite">
        {announcement.value}
      </div>
      {helps && <Help onClose={() => setHelps(false)} />}
    </>
  );
}

/** The fragment of the address is the route, so no link can do this. */
function toMain(): void {
  document.getElementById('main')?.focus();
}

function Page({ route: { page, ...rest } }: { readonly route: Route }) {
  const id = 'id' in rest ? rest.id : undefined;
  switch (page) {
    case 'inbox':
      return <InboxPage {...(id === undefined ? {} : { id })} />;
    case 'skills':
      return id === undefined ? <SkillsPage /> : <SkillPage id={id} />;
    case 'budgets':
      return <BudgetsPage />;
    case 'chain':
      return id === undefined ? <ChainPage /> : <PathPage id={id} />;
  }
}
