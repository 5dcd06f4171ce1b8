import type { SourceExcerpt } from '../../api.ts';

/** Lines of a file with their numbers; what is marked is what runs. */
export function Source({ excerpts }: { readonly excerpts: readonly SourceExcerpt[] }) {
  if (excerpts.length === 0) return <p class="none">the stored copy of the skill is gone</p>;
  return (
    <>
      {excerpts.map(({ file, lines }) => (
        <figure class="source" key={`${file}:${lines[0]?.number ?? 0}`}>
          <figcaption>{file}</figcaption>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
          <section class="lines" tabIndex={0} aria-label={`Lines of ${file}`}>
            {lines.map(({ number, parts }) => (
              <div class="line" key={number}>
                <span class="number">{number}</span>
                <code>
                  {parts.map(({ text, marked }, at) =>
                    marked ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
                  )}
                </code>
              </div>
            ))}
          </section>
        </figure>
      ))}
    </>
  );
}
