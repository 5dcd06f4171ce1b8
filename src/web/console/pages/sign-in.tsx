import { useState } from 'preact/hooks';
import { signIn, signInProblem } from '../state/session.ts';

export function SignIn() {
  const [code, setCode] = useState('');
  const send = (event: SubmitEvent) => {
    event.preventDefault();
    void signIn(code.trim());
  };
  return (
    <main class="sign-in">
      <h1>
        <span class="mark" aria-hidden="true" />
        skillc console
      </h1>
      <p>
        <code>skillc console</code> in a terminal opens this page signed in. Or paste the code that it prints:
      </p>
      <form onSubmit={send}>
        <label for="code">One-time code</label>
        <input
          id="code"
          name="code"
          autocomplete="off"
          spellcheck={false}
          value={code}
          onInput={({ currentTarget }) => setCode(currentTarget.value)}
        />
        <button type="submit" disabled={code.trim() === ''}>
          Sign in
        </button>
      </form>
      {signInProblem.value !== '' && (
        <p class="problem" role="alert">
          {signInProblem.value}
        </p>
      )}
    </main>
  );
}
