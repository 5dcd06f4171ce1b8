/** The page's only style sheet; its hash stands in the page's content security policy. */
export const style = `
:root{color-scheme:light dark;--bg:#fbfbfa;--card:#fff;--ink:#1c2024;--quiet:#60666d;--line:#dfe2e5;--code:#f2f4f5;
--mark:#fff1b8;--no:#ffdcd7;--t0:#1a7f4b;--t1:#0b62b8;--t2:#9a5b00;--t3:#b42318;--secret:#8a2be2;--input:#0b62b8;--setting:#9a5b00}
@media (prefers-color-scheme:dark){:root{--bg:#121416;--card:#1a1d20;--ink:#e7e9eb;--quiet:#9aa2aa;--line:#31363b;--code:#22262a;
--mark:#4d4113;--no:#5c211b;--t0:#4cc38a;--t1:#6cb4f5;--t2:#f0b45b;--t3:#ff8b7e;--secret:#c79bff;--input:#6cb4f5;--setting:#f0b45b}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:1280px;padding:2rem 1.5rem 4rem;background:var(--bg);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{font-size:1.7rem;line-height:1.2;margin:0}h2{font-size:1.15rem;margin:2.2rem 0 .8rem}
h3{font-size:1rem;margin:0}h4{font-size:.85rem;margin:.9rem 0 .3rem;color:var(--quiet);font-weight:600}
p{margin:.4rem 0}code,.source,.digest,footer,.params{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font-size:.86em}
code,td,.digest,h1,h3,figcaption{direction:ltr;unicode-bidi:bidi-override;overflow-wrap:anywhere}
.quiet,.none,.digest{color:var(--quiet)}.warn{color:var(--t3)}em{font-style:normal;font-weight:600}
.hid{background:var(--t3);color:var(--card);border-radius:2px;padding:0 2px;font-weight:600}
.top dl{display:grid;grid-template-columns:max-content 1fr;gap:.15rem 1rem;margin:.9rem 0 0;font-size:.9rem}
dt{color:var(--quiet)}dd{margin:0;min-width:0}
.totals{display:flex;flex-wrap:wrap;gap:.5rem;margin:1.1rem 0 0;padding:0;list-style:none}
.totals li{border:1px solid var(--line);border-radius:6px;padding:.3rem .7rem;background:var(--card)}
.totals b{font-size:1.1rem;margin-right:.2rem}
.cards{display:grid;grid-template-columns:repeat(auto-fit,minmax(270px,1fr));gap:.9rem}
.card,article{background:var(--card);border:1px solid var(--line);border-radius:8px}
.card{padding:.8rem 1rem}.card ul,.plain{list-style:none;margin:.4rem 0 0;padding:0}.card li{padding:.3rem 0;border-top:1px solid var(--line)}
.card li:first-child{border:0}
.badge{display:inline-block;border:1px solid currentColor;border-radius:99px;padding:0 .6rem;font-size:.78rem;font-weight:600;white-space:nowrap}
.t0{color:var(--t0)}.t1{color:var(--t1)}.t2{color:var(--t2)}.t3{color:var(--t3)}.ask{color:var(--t2)}
.method{font-size:.75rem;font-weight:700}.asks{color:var(--t1)}.changes{color:var(--t3)}
.secret{color:var(--secret);font-weight:600}.input{color:var(--input)}.setting{color:var(--setting)}
.index{width:100%;border-collapse:collapse;font-size:.9rem}.index td,.index th{text-align:left;padding:.3rem .6rem;border-top:1px solid var(--line);vertical-align:top}
.index th{color:var(--quiet);font-weight:500}a{color:inherit}
article{margin:0 0 1.2rem;overflow:hidden;break-inside:avoid-page}
article>header{display:flex;flex-wrap:wrap;align-items:center;gap:.2rem .6rem;padding:.8rem 1rem;border-bottom:1px solid var(--line)}
article>header p{flex-basis:100%;margin:0;color:var(--quiet)}article.refused{border-color:var(--t3)}
article>footer{padding:.4rem 1rem;border-top:1px solid var(--line);color:var(--quiet);font-size:.75rem;overflow-wrap:anywhere}
.beside{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.facts{padding:.6rem 1rem 1rem}.facts>dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.35rem .9rem;margin:1rem 0 0;font-size:.9rem}
.lines{border-left:1px solid var(--line);background:var(--code);min-width:0}
.reason{border-left:3px solid var(--t2);padding-left:.6rem}
.calls,.calls ol{margin:.2rem 0 0;padding-left:1.3rem}.calls li{margin:.3rem 0}.cap{font-weight:600}
.params{border-collapse:collapse;width:100%;margin:.2rem 0 0}.params th{width:6.5rem;text-align:left;font-weight:400;color:var(--quiet);vertical-align:top;padding:0 .6rem 0 0}
.params td{padding:0;white-space:pre-wrap}.params code{font-size:1em}.key{color:var(--quiet)}
.source{margin:0;padding:.5rem 0}.source figcaption{display:flex;justify-content:space-between;gap:1rem;padding:.1rem 1rem .4rem;color:var(--quiet)}
.source table{border-collapse:collapse;width:100%}.source th{width:3.4rem;text-align:right;padding:0 .8rem 0 .4rem;color:var(--quiet);font-weight:400;vertical-align:top;user-select:none}
.source td{white-space:pre-wrap;padding:0 .8rem 0 0}mark{background:var(--mark);color:inherit}mark.no{background:var(--no)}.more{padding:0 1rem;color:var(--quiet)}
@media (max-width:820px){.beside{grid-template-columns:minmax(0,1fr)}.lines{border-left:0;border-top:1px solid var(--line)}}
@media print{:root{color-scheme:light;--bg:#fff;--code:#fff}body{max-width:none;padding:0;font-size:10pt}
mark{text-decoration:underline;background:none}.card,article{border-color:#999}.index a{text-decoration:none}}
`;
