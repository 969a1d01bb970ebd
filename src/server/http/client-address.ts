import { BlockList, isIP } from 'node:net'

/**
 * What counts as one address: an IPv4 address, or the network of 2^64 that an IPv6 host has to itself, which could otherwise come from
 * another address each time.
 */
export function addressKey(address: string): string {
  const plain = plainAddress(address)
  return isIP(plain) === 6 ? `${firstWords(plain)}/64` : plain
}

/** Without the IPv6 coat of an IPv4 address and without a zone. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
}

function firstWords(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const between = tail === undefined ? [] : Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const words = [...before, ...between, ...after].slice(0, 4)
  return words.map((word) => word.replace(/^0+(?=.)/, '')).join(':')
}

/** Whether an address is a trusted proxy's. */
export interface ProxyList {
  has(address: string): boolean
}

/** Names that stand for networks in `SELVEDGE_TRUSTED_PROXIES`, as Fastify knows them. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Addresses or networks by commas. */
export function proxyList(text = ''): ProxyList {
  const list = new BlockList()
  const entries = text.split(',').map((entry) => entry.trim())
  for (const entry of entries.flatMap((one) => named[one] ?? (one === '' ? [] : [one]))) {
    const [address = '', bits] = entry.split('/', 2)
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    if (isIP(address) === 0) continue
    if (bits === undefined) list.addAddress(address, family)
    else if (/^\d{1,3}$/.test(bits)) list.addSubnet(address, Number(bits), family)
  }
  return {
    has(given) {
      const address = plainAddress(given)
      const version = isIP(address)
      return version !== 0 && list.check(address, version === 6 ? 'ipv6' : 'ipv4')
    },
  }
}
