import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { plainAddress } from './client-address.ts'
import { Refusal } from './errors.ts'

/** Thrown where `SELVEDGE_HOSTS` names no host. The message may be shown. */
export class BadHosts extends Error {}

/** Reads `SELVEDGE_HOSTS`: names or addresses by commas, with a port where only that one is meant. Throws `BadHosts`. */
export function hostsFrom(text: string | undefined): string[] {
  const hosts = (text ?? '').split(',').map((host) => host.trim().toLowerCase())
  const wrong = hosts.find((host) => host !== '' && !/^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/.test(host))
  if (wrong !== undefined) {
    throw new BadHosts(`SELVEDGE_HOSTS takes names such as selvedge.example.com, by commas, not "${wrong}".`)
  }
  return hosts.filter(Boolean)
}

/** Paths that monitors and balancers ask, often without the server's name; they answer nothing that a name guards. */
const probes = new Set(['/health', '/ready'])

/**
 * Answers those only who mean this server: by a name that it was given, by the address that the connection came to, or as this computer.
 * A page of another site can have its own name led here, and would then read what this server says to its own pages.
 */
export function guardHosts(app: FastifyInstance, hosts: readonly string[]): void {
  const known = new Set(hosts)
  app.addHook('onRequest', (request, _reply, next) => {
    if (isOurs(request, known) || probes.has(request.routeOptions.url ?? '')) next()
    else next(wrongHost())
  })
}

function wrongHost(): Refusal {
  return new Refusal(
    'wrong_host',
    'This server is not known by this address. Its administrator can name it in SELVEDGE_HOSTS.',
  )
}

/** Behind a trusted proxy the host is the one that the browser asked for. A program of HTTP/1.0 may name none. */
function isOurs(request: FastifyRequest, known: ReadonlySet<string>): boolean {
  const host = (request.host ?? '')
    .trim()
    .toLowerCase()
    .replace(/\.(?=:|$)/, '')
  if (host === '') return request.raw.httpVersion === '1.0'
  const name = host.replace(/:\d+$/, '')
  if (known.has(host) || known.has(name) || name === 'localhost') return true
  const address = name.replace(/^\[|\]$/g, '')
  if (isIP(address) === 0) return false
  return isLoopback(address) || address === plainAddress(request.socket.localAddress ?? '')
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^127\./.test(address)
}
