const meanings = ['pure', 'HTTP and files', 'sandboxed program', 'unknown tool'] as const;

export function Tier({ tier }: { readonly tier: number }) {
  return (
    <span class="tier" data-tier={tier}>
      tier {tier}
      <span class="meaning"> {meanings[tier] ?? ''}</span>
    </span>
  );
}
