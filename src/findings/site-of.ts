/** Suffixes under which strangers own names side by side. The usual ones; an unknown one only joins what is apart. */
const shared = new Set(
  `co.uk org.uk ac.uk gov.uk com.au net.au org.au co.nz co.jp or.jp ne.jp co.kr or.kr go.kr co.in com.br com.mx com.cn com.tw com.hk com.sg
  com.tr co.za co.il github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com fly.dev onrender.com railway.app
  web.app firebaseapp.com azurewebsites.net cloudfront.net s3.amazonaws.com ngrok.io ngrok.app ngrok-free.app trycloudflare.com
  replit.app repl.co deno.dev supabase.co execute-api.amazonaws.com blogspot.com`.split(/\s+/),
);

/** `api.example.co.uk` and `www.example.co.uk` are one site; undefined where the origin is not literal or is an address. */
export function siteOf(origin: string): string | undefined {
  const [, host = ''] = /^https?:\/\/([^/:]+)/i.exec(origin) ?? [];
  if (host === '' || origin.includes('${') || /^[\d.]+$|^\[/.test(host)) return undefined;
  const labels = host.toLowerCase().split('.');
  const isShared = shared.has(labels.slice(-2).join('.')) || shared.has(labels.slice(-3).join('.'));
  const count = shared.has(labels.slice(-3).join('.')) ? 4 : isShared ? 3 : 2;
  return labels.slice(-count).join('.');
}

/** Whatever happens on the machine itself leaves it no secret. */
export function isLocal(origin: string): boolean {
  return /^https?:\/\/(?:[^/:]*\.)?(?:localhost|127\.[\d.]+|\[::1\])(?::|\/|$)/i.test(origin);
}
