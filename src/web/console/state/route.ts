import { signal } from '@preact/signals';

export type Route =
  | { readonly page: 'inbox'; readonly id?: string }
  | { readonly page: 'skills'; readonly id?: string }
  | { readonly page: 'budgets' }
  | { readonly page: 'chain'; readonly id?: string };

export const route = signal<Route>(routeOf(location.hash));

window.addEventListener('hashchange', () => {
  route.value = routeOf(location.hash);
});

function routeOf(hash: string): Route {
  const [page = '', id] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  const named = id === undefined || id === '' ? {} : { id };
  switch (page) {
    case 'skills':
    case 'chain':
      return { page, ...named };
    case 'budgets':
      return { page };
    default:
      return { page: 'inbox', ...named };
  }
}

export function addressOf(page: Route['page'], id?: string): string {
  return `#/${page}${id === undefined ? '' : `/${encodeURIComponent(id)}`}`;
}

export function go(page: Route['page'], id?: string): void {
  location.hash = addressOf(page, id);
}
