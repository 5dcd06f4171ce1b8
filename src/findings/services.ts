/**
 * Services whose secrets are known by the beginning of their names, with the sites that may have them. A name that is not here
 * says nothing.
 */
export const services: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    GITHUB: ['github.com', 'githubusercontent.com', 'githubcopilot.com', 'githubapp.com'],
    GH: ['github.com', 'githubusercontent.com', 'githubcopilot.com'],
    OPENAI: ['openai.com', 'azure.com', 'oaiusercontent.com'],
    ANTHROPIC: ['anthropic.com', 'claude.com', 'claude.ai'],
    GEMINI: ['googleapis.com', 'google.com', 'google.dev'],
    GOOGLE: ['googleapis.com', 'google.com', 'google.dev', 'gstatic.com'],
    AWS: ['amazonaws.com', 'aws.amazon.com', 'amazon.com', 'amazonaws.com.cn', 'api.aws', 'on.aws'],
    AZURE: ['azure.com', 'microsoft.com', 'windows.net', 'microsoftonline.com', 'azure.net', 'office.com'],
    SLACK: ['slack.com'],
    DISCORD: ['discord.com', 'discordapp.com'],
    TELEGRAM: ['telegram.org'],
    STRIPE: ['stripe.com'],
    TWILIO: ['twilio.com', 'sendgrid.com'],
    SENDGRID: ['sendgrid.com'],
    NOTION: ['notion.com', 'notion.so'],
    LINEAR: ['linear.app'],
    CLOUDFLARE: ['cloudflare.com'],
    VERCEL: ['vercel.com', 'zeit.co'],
    NETLIFY: ['netlify.com'],
    HUGGINGFACE: ['huggingface.co', 'hf.co'],
    REPLICATE: ['replicate.com'],
    ELEVENLABS: ['elevenlabs.io'],
    DEEPGRAM: ['deepgram.com'],
    PINECONE: ['pinecone.io'],
    DATADOG: ['datadoghq.com', 'datadoghq.eu'],
    AIRTABLE: ['airtable.com'],
    SHOPIFY: ['myshopify.com', 'shopify.com'],
    HUBSPOT: ['hubspot.com', 'hubapi.com'],
    FIGMA: ['figma.com'],
    TODOIST: ['todoist.com'],
    DROPBOX: ['dropbox.com', 'dropboxapi.com'],
    SPOTIFY: ['spotify.com'],
    COINBASE: ['coinbase.com'],
    BINANCE: ['binance.com', 'binance.us', 'binance.vision'],
    DIGITALOCEAN: ['digitalocean.com', 'digitaloceanspaces.com'],
    MISTRAL: ['mistral.ai'],
    GROQ: ['groq.com'],
    PERPLEXITY: ['perplexity.ai'],
    OPENROUTER: ['openrouter.ai'],
    TAVILY: ['tavily.com'],
    FIRECRAWL: ['firecrawl.dev'],
    NPM: ['npmjs.com', 'npmjs.org'],
    PYPI: ['pypi.org'],
  }),
);

export function belongsTo(origin: string, sites: readonly string[]): boolean {
  const host = origin.replace(/^https?:\/\//, '').replace(/:\d+$/, '');
  return sites.some((one) => host === one || host.endsWith(`.${one}`));
}
