import { render } from 'preact';
import { App } from './app.tsx';
import { begin } from './state/session.ts';

const place = document.getElementById('app');
if (place !== null) {
  render(<App />, place);
  void begin();
}
