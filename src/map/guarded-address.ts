/** Why an address is opened by the host's own policy alone, never by approving a plan. */
export type Guarded = 'cloud metadata' | 'link-local' | 'unspecified' | 'multicast';

/** Services that hand credentials to whoever asks from the machine, outside the link-local range too. */
const metadata = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'metadata.tencentyun.com',
  'instance-data',
  'instance-data.ec2.internal',
]);

/** What is guarded about the host of an origin. Names that resolve there are found when they are resolved. */
export function guardedAddress(origin: string): Guarded | undefined {
  const host = hostOf(origin);
  return host.startsWith('[') ? guardedIpv6(host.slice(1, -1)) : (guardedName(host) ?? guardedIpv4(host));
}

/** Programs other than HTTP clients take addresses in every spelling: `0xa9fea9fe`, `[FD00:EC2:0::254]`. */
function hostOf(origin: string): string {
  const authority = origin.slice(origin.indexOf('://') + 3).replace(/:\d*$/, '');
  return /^[[\d]/.test(authority) ? (URL.parse(`http://${authority}/`)?.hostname ?? authority) : authority;
}

function guardedName(host: string): Guarded | undefined {
  return metadata.has(host.toLowerCase().replace(/\.$/, '')) ? 'cloud metadata' : undefined;
}

function guardedIpv4(host: string): Guarded | undefined {
  const [first = Number.NaN, second, ...rest] = host.split('.').map(Number);
  if (rest.length !== 2 || Number.isNaN(first)) return undefined;
  if (first === 169 && second === 254) return 'link-local';
  if (first === 0) return 'unspecified';
  return first >= 224 ? 'multicast' : undefined;
}

/** Canonical, as every reader of addresses leaves it. An IPv4 address inside is what is reached. */
function guardedIpv6(address: string): Guarded | undefined {
  if (address === '::') return 'unspecified';
  const inner = embeddedIpv4(address);
  if (inner !== undefined) return guardedName(inner) ?? guardedIpv4(inner);
  if (/^fe[89ab]/.test(address)) return 'link-local';
  return guardedName(address) ?? (address.startsWith('ff') ? 'multicast' : undefined);
}

/** `::ffff:a9fe:a9fe`, `::a9fe:a9fe`, `64:ff9b::a9fe:a9fe`, `2002:a9fe:a9fe::`. */
function embeddedIpv4(address: string): string | undefined {
  const [, high, low] =
    /^(?:::|::ffff:|::ffff:0:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(address) ??
    /^2002:([0-9a-f]{1,4}):([0-9a-f]{1,4}):/.exec(address) ??
    [];
  if (high === undefined || low === undefined) return undefined;
  const bytes = [high, low].flatMap((word) => [Number.parseInt(word, 16) >> 8, Number.parseInt(word, 16) & 255]);
  return bytes.join('.');
}
